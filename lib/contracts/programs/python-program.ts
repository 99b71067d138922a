import { pythonHints } from '../handler/inspect-python.ts'
import { stringValue } from '../infer/syntax-node.ts'
import type { DraftedProgram, FolderProgram } from './callable-programs.ts'
import { chooseExtraNames, programParameters, programResponse } from './program-contract.ts'
import { type CommandLine, readArgparse } from './read-argparse.ts'

/** Modules that exist in the sandbox, and fail as soon as a program uses them. */
// biome-ignore format: table
const MISSING_HERE: [module: RegExp, reason: string][] = [
  [/^(?:subprocess|pty|multiprocessing)$/, 'starts other programs'],
  [/^(?:socket|socketserver|ssl|ftplib|imaplib|poplib|smtplib|requests|httpx|aiohttp|urllib3)$/, 'opens connections of its own'],
  [/^(?:tkinter|turtle|curses|readline)$/, 'needs a screen'],
]

/** Modules whose parts differ: `urllib.parse` and `http.HTTPStatus` work. */
const CONNECTIONS =
  /^[ \t]*(?:import|from)[ \t]+(?:urllib\.request|http\.client|http\.server)\b|\burllib\.request\.urlopen\(/m
const SHELL = /\bos\.(?:system|popen|exec[lv]\w*|spawn\w+|fork)\(/

/** Drafts a skill that runs a Python program as `__main__`, or returns the reason why it cannot run. */
export function draftPythonProgram(program: FolderProgram): DraftedProgram | { reason: string } {
  const { path, source, packages, siblings } = program
  const reason = findReason(program)
  if (reason) return { reason }
  const modules = siblings.map((each) => `code/${each}`)
  const [hint] = pythonHints(source, { packages, modules })
  if (hint) return { reason: `line ${hint.line}: ${hint.message}` }
  const commandLine = readArgparse(source)
  const names = chooseExtraNames(commandLine)
  const readsInput = /\bsys\.stdin\b|\binput\(|\bfileinput\b/.test(source)
  return {
    runtime: 'python',
    description: commandLine?.description ?? docstring(source),
    definition: writeDefinition(path, commandLine, names),
    parameters: programParameters(commandLine, { names, readsInput, readsFiles: true }),
    response: programResponse(true),
  }
}

function findReason({ source }: FolderProgram): string | undefined {
  const imports = [
    ...source.matchAll(/^[ \t]*(?:import|from)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)/gm),
  ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split('.')[0]!))
  for (const [module, reason] of MISSING_HERE) {
    const found = imports.find((name) => module.test(name))
    if (found) return `it ${reason} (${found})`
  }
  if (CONNECTIONS.test(source)) return 'it opens connections of its own (urllib or http)'
  return SHELL.test(source) ? 'it starts other programs (os)' : undefined
}

/** Whether the file is a module that programs import: it defines things and runs nothing. */
export function isPythonModule(path: string, source: string): boolean {
  if (path.endsWith('__init__.py')) return true
  const withoutTexts = source.replace(/("""|''')[\s\S]*?\1/g, '')
  const statements = withoutTexts.split('\n').filter((line) => /^[^\s#@)\]}"']/.test(line))
  return statements.every((line) =>
    /^(?:def|class|async def|import|from|try|except|finally|else|[A-Za-z_]\w*(?:\s*:[^=]+)?\s*=[^=])/.test(
      line,
    ),
  )
}

function docstring(source: string): string | undefined {
  const text = /^(?:#[^\n]*\n|\s*\n)*[rR]?("""|''')([\s\S]*?)\1/.exec(source)?.[2] ?? firstString(source)
  return (
    text
      ?.trim()
      .split(/\n\s*\n/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() || undefined
  )
}

function firstString(source: string): string | undefined {
  const [line = ''] = source.split('\n').filter((each) => each.trim() !== '' && !each.startsWith('#'))
  return stringValue(line.trim())
}

function writeDefinition(
  path: string,
  commandLine: CommandLine | undefined,
  names: { files: string; stdin: string },
): string {
  const rows = (commandLine?.arguments ?? []).map(
    ({ name, flag, kind }) =>
      `    (${JSON.stringify(name)}, ${flag ? JSON.stringify(flag) : 'None'}, "${kind}"),\n`,
  )
  const commandLineFunction = commandLine
    ? `# Each parameter with its flag, and how it is passed on the command line.
ARGUMENTS = [
${rows.join('')}]


def command_line(args):
    options, positional = [], []
    for name, flag, kind in ARGUMENTS:
        value = args.get(name)
        if value is None or value is False:
            continue
        words = [str(each) for each in (value if isinstance(value, list) else [value])]
        if flag is None:
            positional += words
        elif kind == "switch":
            options.append(flag)
        elif kind == "list":
            options += [flag, *words]
        else:
            # With "=", a value may begin with a hyphen.
            for word in words:
                options += [f"{flag}={word}"] if flag.startswith("--") else [flag, word]
    return [*options, "--", *positional] if positional else options
`
    : `def command_line(args):
    return args.get("args") or []
`
  return `# Runs ${path}, a file of this skill, as a command would. The import wrote this code; change it as you like.
import contextlib
import io
import mimetypes
import os
import pathlib
import runpy
import sys
import traceback

import runtime

PROGRAM = ${JSON.stringify(`/files/${path}`)}
WORKSPACE = pathlib.Path("/workspace")

${commandLineFunction}

def main(args):
    before = write_files(args.get("${names.files}") or [])
    out, err = captured(), captured()
    sys.argv = [PROGRAM, *command_line(args)]
    sys.stdin = io.TextIOWrapper(io.BytesIO((args.get("${names.stdin}") or "").encode()), encoding="utf-8")
    sys.path.insert(0, os.path.dirname(PROGRAM))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        exit_code = run_program()
    stdout, stderr = text_of(out), text_of(err)
    return {
        "message": stdout.strip()[:2000] or f"The program ended with exit code {exit_code}.",
        "exit_code": exit_code,
        "stdout": stdout,
        "stderr": stderr,
        "files": written_files(before),
    }


def run_program():
    try:
        runpy.run_path(PROGRAM, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return int(end.code or 0)
        print(end.code, file=sys.stderr)
        return 1
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def captured():
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)


def text_of(stream):
    return stream.buffer.getvalue().decode(errors="replace")


def write_files(files):
    """Returns the content of each file by its path, so that only what the program wrote is returned."""
    before = {}
    for file in files:
        path = (WORKSPACE / file["path"]).resolve()
        if not path.is_relative_to(WORKSPACE):
            raise ValueError(f"{file['path']} is outside of the working folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        before[path] = runtime.blobs.read_bytes(file["blob"]) if file.get("blob") else file.get("text", "").encode()
        path.write_bytes(before[path])
    return before


def written_files(before):
    files = []
    for path in sorted(WORKSPACE.rglob("*")):
        if path.is_file() and before.get(path) != path.read_bytes():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            blob = runtime.blobs.write_bytes(path.read_bytes(), kind)
            files.append({"path": str(path.relative_to(WORKSPACE)), "blob": blob})
    return files
`
}
