// @ts-check
/** The record of a finished game. */

/**
 * @param {string} id
 * @returns {Promise<string>}  nothing where the server does not give it
 */
export async function recordText(id) {
  const answer = await fetch(`/api/games/${encodeURIComponent(id)}/record`).catch(() => null);
  return answer?.ok ? answer.text() : "";
}
