#!/usr/bin/env python3
"""Takes pictures of what the program shows people: pages in a browser, screens of a terminal.

usage: take_pictures.py PROGRAM FOLDER

Each picture is a PNG in FOLDER. What PROGRAM does not have is left out, and said. Asks for Debian's chromium, tmux,
poppler-utils and imagemagick.
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import step_page

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests/games"
COLOURS = ["#2b2b2b", "#c4180f", "#1c6b3a", "#8a5a00", "#0b57a4", "#7a3f9a", "#0b6f78", "#d8dcd9"]


def output_of(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    return done.stdout.decode() if done.returncode in (0, 1) and done.stdout else None


def in_terminal(program, columns, rows, command, keys=()):
    """What stands on a terminal of this size, with its escapes."""
    name = f"pictures-{os.getpid()}"
    environment = dict(os.environ, PATH=f"{pathlib.Path(program).parent}:{os.environ['PATH']}", TERM="xterm-256color")
    tmux = ["tmux", "-L", name, "-f", "/dev/null"]
    subprocess.run([*tmux, "new-session", "-d", "-x", str(columns), "-y", str(rows), f"{command}; sleep 60"],
                   env=environment, cwd=ROOT, check=True)
    subprocess.run([*tmux, "set", "-g", "status", "off"])
    time.sleep(1.5)
    for key in keys:
        subprocess.run([*tmux, "send-keys", key])
        time.sleep(0.7)
    text = subprocess.run([*tmux, "capture-pane", "-e", "-p", "-N"], stdout=subprocess.PIPE).stdout.decode()
    subprocess.run([*tmux, "kill-server"])
    return text


def as_page(text):
    """Escapes for weight and colour as HTML."""
    made, style = [], {}
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if not code:
            shown = dict(style)
            if shown.pop("reverse", None):
                shown["background"] = style.get("color", "#2b2b2b")
                shown["color"] = style.get("background", "#fafaf7")
            css = "".join(f"{key}:{value};" for key, value in shown.items())
            made.append(f'<span style="{css}">{html.escape(piece)}</span>' if css else html.escape(piece))
            continue
        for number in [int(one or 0) for one in code[1].split(";")]:
            if number == 0:
                style = {}
            elif number == 1:
                style["font-weight"] = "bold"
            elif number == 2:
                style["opacity"] = ".6"
            elif number == 4:
                style["text-decoration"] = "underline"
            elif number == 7:
                style["reverse"] = "yes"
            elif number in (22, 24, 27, 39, 49):
                for key in {22: ("font-weight", "opacity"), 24: ("text-decoration",), 27: ("reverse",), 39: ("color",),
                            49: ("background",)}[number]:
                    style.pop(key, None)
            elif 30 <= number <= 37:
                style["color"] = COLOURS[number - 30]
            elif 40 <= number <= 47:
                style["background"] = COLOURS[number - 40]
    return ('<meta charset="utf-8"><body style="margin:12px;background:#fafaf7"><pre style="font:15px/1.25 \'DejaVu Sans Mono\','
            'monospace;color:#2b2b2b;margin:0">' + "".join(made) + "</pre>")


class Camera:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.browser = step_page.Browser(self.work / "browser")

    def keep(self, name, picture):
        path = self.folder / f"{name}.png"
        raw = self.work / "raw.png"
        raw.write_bytes(picture)
        # Few colours do, and the files are a third.
        subprocess.run(["convert", raw, "+dither", "-colors", "128", "-strip", f"png8:{path}"], check=True)
        print(path)

    def page(self, name, text, width, height, place="", wait=0.6):
        if text is None:
            print(f"{name}: there is none")
            return
        file = self.work / "page.html"
        file.write_text(text)
        self.browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                         mobile=width < 600)
        self.browser.ask("Page.navigate", url="about:blank")
        self.browser.ask("Page.navigate", url=f"file://{file}{place}")
        time.sleep(wait)
        import base64
        self.keep(name, base64.b64decode(self.browser.ask("Page.captureScreenshot")["data"]))

    def paper(self, name, text):
        """The first sheet."""
        if text is None:
            print(f"{name}: there is none")
            return
        import base64
        (self.work / "page.html").write_text(text)
        self.browser.ask("Page.navigate", url=f"file://{self.work}/page.html")
        time.sleep(0.5)
        pdf = self.browser.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
        (self.work / "page.pdf").write_bytes(base64.b64decode(pdf))
        subprocess.run(["pdftoppm", "-r", "70", "-f", "1", "-l", "1", "-png", "-singlefile", self.work / "page.pdf",
                        self.work / "sheet"], check=True)
        self.keep(name, (self.work / "sheet.png").read_bytes())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, camera = os.path.abspath(sys.argv[1]), Camera(sys.argv[2])
    game = GAMES / "club-double-twelve/thirteen-rounds.train"
    foul = GAMES / "dual/spoiled-example.train"
    page = output_of(program, "replay", game, "--format", "html")
    camera.page("page", page, 1400, 900, "#12.60")
    camera.page("page-phone", page, 390, 844, "#12.60")
    camera.page("page-foul", output_of(program, "replay", foul, "--format", "html"), 1400, 900, "#9.10")
    with tempfile.TemporaryDirectory() as folder:
        output_of(program, "simulate", "chicken-foot", "--players", "4", "--games", "1", "--seed", "7", "--seats",
                  "planner", "--record", folder)
        record = next(pathlib.Path(folder).glob("*.train"))
        record.write_text(re.sub(r"(?m)^\[rules .*\n", "", record.read_text()))
        camera.page("page-chicken-foot", output_of(program, "replay", record, "--format", "html"), 1400, 900, "#9.40")
        output_of(program, "simulate", "train", "--players", "3", "--set", "double_blank=0,25,50", "--games", "30",
                  "--same-deals", "--plots", folder)
        report = next(pathlib.Path(folder).glob("*.html"), None)
        camera.page("report", report and report.read_text(), 1100, 1200)
    camera.page("verdict", output_of(program, "validate", foul, "--format", "html"), 900, 980)
    book = output_of(program, "rulebook", "dual", "--format", "html")
    camera.page("rulebook", book, 900, 1200)
    camera.paper("rulebook-paper", book)
    camera.page("score", output_of(program, "score", game, "--format", "html"), 900, 860)
    for name, columns, rows, command, keys in [
            ("validate", 80, 24, "roundhouse validate tests/games/dual/spoiled-example.train", []),
            ("viewer", 100, 30, "roundhouse replay tests/games/club-double-twelve/thirteen-rounds.train --at 12.60", []),
            ("play", 80, 24, "roundhouse play club-double-twelve --seed 3 --pace 0 --record /tmp/pictures-play.train",
             ["Right", "Enter"] * 9 + ["Right"])]:
        pathlib.Path("/tmp/pictures-play.train").unlink(missing_ok=True)
        text = in_terminal(program, columns, rows, command, keys)
        camera.page(name, as_page(text), 24 + columns * 9 + 12, 24 + rows * 19 + 6)
    camera.browser.close()


main()
