// @ts-check
/** What the pieces of the screen have in common. */

/** @typedef {import("../../store/table.js").TableState} TableState */
/** @typedef {import("../../types/protocol").Problem} Problem */
/** @typedef {import("../../types/protocol").Answer} Answer */
/** @typedef {import("../../types/protocol").TableSettings} TableSettings */

/**
 * A piece of the screen: made once, then brought up to date in place.
 * @typedef {object} Part
 * @property {HTMLElement} root
 * @property {(state: TableState) => void} update
 */

/**
 * What a player may want; the table page does it.
 * @typedef {object} Intents
 * @property {(key: string) => void} toggle  a card of the hand
 * @property {() => void} clear
 * @property {(move: string) => void} arm  a move without cards, to be confirmed
 * @property {() => void} confirm
 * @property {(cards: string[]) => void} select
 * @property {(phrase: string) => void} say
 * @property {(text: string) => void} chat
 * @property {(first: number | null) => void} begin
 * @property {() => void} beginAgain  with the cards of the last game
 * @property {(settings: TableSettings) => void} beginWith  with other settings
 * @property {() => void} undo  take our last move back
 * @property {(wanted: boolean) => void} giveUp  vote to give the game up, or object
 * @property {(seat: number, bot: string | null) => void} seatBot
 * @property {(settings: TableSettings) => Promise<Answer | undefined> | void} configure
 * @property {(seat: number, bot: boolean) => void} vote
 * @property {() => void} comeBack
 * @property {() => void} leave
 * @property {() => void} sit  take a free seat
 * @property {(name: string) => Promise<Problem | null>} sitDown  the same by this name; or why not
 * @property {() => void} hint  ask for hints
 */

function nothing() {}

/** For a board that is only looked at. @type {Intents} */
export const NO_INTENTS = {
  toggle: nothing,
  clear: nothing,
  arm: nothing,
  confirm: nothing,
  select: nothing,
  say: nothing,
  chat: nothing,
  begin: nothing,
  beginAgain: nothing,
  beginWith: nothing,
  undo: nothing,
  giveUp: nothing,
  seatBot: nothing,
  configure: nothing,
  vote: nothing,
  comeBack: nothing,
  leave: nothing,
  sit: nothing,
  sitDown: async () => null,
  hint: nothing,
};
