/**
 * Inputs are untrusted, so they are written as literals and never become code. See POSIX Shell Command
 * Language §2.2.2; ECMAScript, `__proto__` in object initialisers; Python Language Reference §2.4.1.
 */
import { isObject, type Json } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'

export type CallSnippet = {
  origin: string
  name: string
  version: string
  args: Json
}

export function curlCall({ origin, name, version, args }: CallSnippet): string {
  return [
    `curl ${shellText(runUrl(origin, name))}`,
    `  -H "Authorization: Bearer $GUILDHALL_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${shellText(JSON.stringify({ args, version }, null, 2))}`,
  ].join(' \\\n')
}

/**
 * Commands that make a new folder a package and install the SDK, which is not in the registry of npm, from the site.
 */
export function sdkInstall(origin: string): string {
  return `npm init -y\nnpm i ${origin}${paths.sdkArchive}`
}

/** Both TypeScript and JavaScript, so that it runs in versions of Node that do not remove types. */
export function typescriptCall({ origin, name, version, args }: CallSnippet): string {
  return `import { createClient } from 'guildhall/sdk'

const guildhall = createClient({
  baseUrl: ${scriptLiteral(origin)},
  key: process.env.GUILDHALL_KEY ?? '',
})

const output = await guildhall.call(${scriptLiteral(name)}, ${scriptLiteral(args)}, {
  version: ${scriptLiteral(version)},
})
console.log(output)
`
}

export function pythonCall({ origin, name, version, args }: CallSnippet): string {
  return `import json
import os
import urllib.error
import urllib.request

args = ${pythonLiteral(args)}

request = urllib.request.Request(
    ${pythonLiteral(runUrl(origin, name))},
    data=json.dumps({"args": args, "version": ${pythonLiteral(version)}}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["GUILDHALL_KEY"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request) as response:
        run = json.load(response)
except urllib.error.HTTPError as refused:
    # The call was refused or the run failed. The body contains the reason.
    answer = json.load(refused)
    error = answer["errors"][0] if "errors" in answer else answer["error"]
    for detail in error.get("details", []):
        print(detail["path"], detail["message"])
    raise SystemExit(error["code"] + ": " + error["message"])
print(run.get("output", run))
`
}

export function commandCall({ origin, name, version, args }: CallSnippet): string {
  return `npx ${origin}${paths.cliArchive} run ${shellText(name)} --version ${shellText(version)} --args ${shellText(JSON.stringify(args))}`
}

export function mcpConfig({ origin, name }: Pick<CallSnippet, 'origin' | 'name'>): string {
  const server = {
    type: 'http',
    url: `${origin}/mcp?skills=${encodeURIComponent(name)}`,
    headers: { Authorization: `Bearer $\{GUILDHALL_KEY}` },
  }
  return JSON.stringify({ mcpServers: { guildhall: server } }, null, 2)
}

export function openaiCall(functionName: string, args: Json): string {
  const call = { name: functionName, arguments: JSON.stringify(args) }
  return JSON.stringify({ id: 'call_1', type: 'function', function: call }, null, 2)
}

export function anthropicCall(functionName: string, args: Json): string {
  return JSON.stringify({ type: 'tool_use', id: 'toolu_1', name: functionName, input: args }, null, 2)
}

function runUrl(origin: string, name: string): string {
  return `${origin}/api/skills/${encodeURIComponent(name)}/runs`
}

export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** JSON is valid JavaScript except for `__proto__`, which would set the prototype. */
export function scriptLiteral(value: Json, indent = ''): string {
  return literal(value, indent, {
    key: (name) => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)),
  })
}

/** JSON is valid Python except for true, false and null. */
export function pythonLiteral(value: Json, indent = ''): string {
  return literal(value, indent, { constants: { true: 'True', false: 'False', null: 'None' }, step: '    ' })
}

type LiteralStyle = {
  key?: (name: string) => string
  constants?: Record<string, string>
  step?: string
}

function literal(value: Json, indent: string, style: LiteralStyle): string {
  const { key = JSON.stringify, constants = {}, step = '  ' } = style
  const inner = indent + step
  const lines = (parts: string[]) => `\n${inner}${parts.join(`,\n${inner}`)}\n${indent}`
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${lines(value.map((each) => literal(each, inner, style)))}]`
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([name, each]) => `${key(name)}: ${literal(each, inner, style)}`,
    )
    return entries.length === 0 ? '{}' : `{${lines(entries)}}`
  }
  const text = JSON.stringify(value)
  return constants[text] ?? text
}
