"""A server whose disk is full or has damaged a table: what its players see."""

from __future__ import annotations

import json
import resource
import sqlite3
from contextlib import closing

from playwright.sync_api import expect

from support.browsing import Invite, Watch, asked, shoot
from support.serving import RunningServer
from support.tables import seat_people


def test_a_move_waits_for_the_disk_and_is_made_by_itself(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite("phone")
    ann.sit(seat)
    assert ann.wait_for_turn()
    ply = ann.state["view"]["ply"]
    pid = server.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    # No file may become longer than a byte.
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        ann.intend()
        ann.press(ann.confirm)
        banner = ann.page.locator(".banner:visible")
        expect(banner).to_have_text(ann.words("ui.disk"))
        shoot(ann.page, "full-disk")
        assert ann.state["view"]["ply"] == ply
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    expect(banner).to_have_count(0, timeout=20_000)
    ann.wait_past(ply, ann.state["table"]["game"]["id"])
    expect(ann.page.locator(".toast.bad")).to_have_count(0)


def test_a_damaged_table_has_a_calm_page(
    server: RunningServer, invite: Invite, watch: Watch
) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite("phone")
    ann.sit(seat)
    ann.play_on()
    expect(ann.result).to_be_visible()
    ann.visit("/")
    assert server.stop() == 0
    with closing(sqlite3.connect(server.folder / "data" / "tables.sqlite3")) as connection:
        last = "version = (SELECT max(version) FROM entries WHERE table_id = ?1)"
        connection.execute(
            f"UPDATE entries SET data = CAST(data || ' ' AS BLOB) WHERE table_id = ?1 AND {last}",
            (seat.table,),
        )
        connection.commit()
    server.start()
    watch.forgive_a_lost_network()
    ann.visit(f"/t/{seat.table}")
    panel = ann.page.locator(".problem.damaged")
    expect(panel.locator("h1")).to_have_text(ann.words("web.damaged.title"))
    expect(panel.locator("section li a")).to_have_count(1)
    shoot(ann.page, "damaged-table")
    with ann.page.expect_download() as download:
        ann.press(ann.link("web.damaged.save"))
    saved = json.loads(download.value.path().read_text())
    assert saved["version"] > 0
    assert saved["update"]["view"]["hands"][0]["cards"] is not None
    panel.locator("section li a").click()
    expect(ann.page).to_have_url(f"{server.url}/g/{saved['games'][0]['id']}")
