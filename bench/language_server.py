# language_server.py PROGRAM: how long `PROGRAM lsp` takes to answer about the largest bundled variant, opened as
# a file of one's own. Times go over pipes, and so are what an editor waits.
import json
import os
import random
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
folder = os.path.join(here, "..", "variants")
largest = max((os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".yaml")), key=os.path.getsize)
text = open(largest, encoding="utf-8").read()
workspace = tempfile.mkdtemp()
path = os.path.join(workspace, "ours.yaml")
open(path, "w", encoding="utf-8").write(text)
uri = "file://" + path

server = subprocess.Popen([sys.argv[1], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
sent = 0
version = 1


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def receive():
    length = 0
    while line := server.stdout.readline().strip():
        length = int(line.split(b":")[1])
    return json.loads(server.stdout.read(length))


def ask(method, parameters):
    global sent
    sent += 1
    send({"id": sent, "method": method, "params": parameters})
    while True:
        answer = receive()
        if answer.get("id") == sent:
            return answer


def place(offset):
    line = text.count("\n", 0, offset)
    return {"line": line, "character": offset - (text.rfind("\n", 0, offset) + 1)}


def change(start, end, put):
    global version
    version += 1
    edit = {"range": {"start": start, "end": end}, "text": put}
    send({"method": "textDocument/didChange",
          "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": [edit]}})


def edit():
    start = place(text.index("options:") - 1)
    change(start, start, " ")
    change(start, {"line": start["line"], "character": start["character"] + 1}, "")


def told():
    while True:
        said = receive()
        if said.get("method") == "textDocument/publishDiagnostics" and said["params"]["version"] == version:
            return


def measure(what, do, times=40):
    taken = []
    for _ in range(times):
        begin = time.time()
        do()
        taken.append((time.time() - begin) * 1000)
    taken.sort()
    print(f"{what:30} median {taken[len(taken) // 2]:5.1f} ms, most {taken[-1]:5.1f} ms")


random.seed(1)
names = [at for at in range(len(text)) if text.startswith("doubles ", at)]


def somewhere(**more):
    return {"textDocument": {"uri": uri}, "position": place(random.choice(names)), **more}


document = {"textDocument": {"uri": uri}}
ask("initialize", {"rootUri": "file://" + workspace, "capabilities": {}})
send({"method": "textDocument/didOpen",
      "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}})
told()
print(f"{os.path.basename(largest)}, {len(text.splitlines())} lines")
measure("diagnostics after an edit", lambda: (edit(), told()))
measure("hover after an edit", lambda: (edit(), ask("textDocument/hover", somewhere())))
measure("completion after an edit", lambda: (edit(), ask("textDocument/completion", somewhere())))
measure("hover", lambda: ask("textDocument/hover", somewhere()))
measure("completion", lambda: ask("textDocument/completion", somewhere()))
measure("definition", lambda: ask("textDocument/definition", somewhere()))
measure("references", lambda: ask("textDocument/references", somewhere(context={})))
measure("rename, checked again", lambda: ask("textDocument/rename", somewhere(newName="pairs")))
measure("layout", lambda: ask("textDocument/formatting", {**document, "options": {}}))
measure("symbols", lambda: ask("textDocument/documentSymbol", document))
measure("rulebook", lambda: ask("roundhouse/rulebook", document))
server.stdin.close()
server.wait()
