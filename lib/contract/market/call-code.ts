/**
 * One call of one skill, as a program writes it. Ground; also in the browser.
 *
 * What stands in an input was typed by anybody: each language gets it as its own literals, so that it is data there
 * and never code. Sources: POSIX Shell Command Language §2.2.2 (single quotes); ECMAScript, `__proto__` in object
 * initialisers; Python Language Reference §2.4.1 (string escapes, a superset of JSON's).
 */
import { isObject, type Json } from '../json/json.ts'

export type SkillCall = {
  /** "https://guildhall.example" */
  origin: string
  /** publisher.skillset.skill */
  name: string
  version: string
  args: Json
}

/** For a POSIX shell; the key is in $GUILDHALL_KEY. */
export function curlCall({ origin, name, version, args }: SkillCall): string {
  return [
    `curl ${shellText(runUrl(origin, name))}`,
    `  -H "Authorization: Bearer $GUILDHALL_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${shellText(JSON.stringify({ args, version }, null, 2))}`,
  ].join(' \\\n')
}

/** With the SDK. */
export function typescriptCall({ origin, name, version, args }: SkillCall): string {
  return `import { createClient } from 'guildhall/sdk'

const guildhall = createClient({
  baseUrl: ${scriptLiteral(origin)},
  key: process.env.GUILDHALL_KEY!,
})

const output = await guildhall.call(${scriptLiteral(name)}, ${scriptLiteral(args)}, {
  version: ${scriptLiteral(version)},
})
console.log(output)
`
}

/** With the standard library. */
export function pythonCall({ origin, name, version, args }: SkillCall): string {
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
    # Refused before anything ran, or run and failed: the body says why.
    answer = json.load(refused)
    error = answer["errors"][0] if "errors" in answer else answer["error"]
    for detail in error.get("details", []):
        print(detail["path"], detail["message"])
    raise SystemExit(error["code"] + ": " + error["message"])
print(run.get("output", run))
`
}

/** With the command line of an installation. */
export function commandCall({ name, version, args }: SkillCall): string {
  return `npm run cli -- run ${shellText(name)} --version ${shellText(version)} --args ${shellText(JSON.stringify(args))}`
}

/** What an MCP client keeps: the skill as a tool of its own, beside the eight. */
export function mcpConfig({ origin, name }: Pick<SkillCall, 'origin' | 'name'>): string {
  const server = {
    type: 'http',
    url: `${origin}/mcp?skills=${encodeURIComponent(name)}`,
    headers: { Authorization: `Bearer $\{GUILDHALL_KEY}` },
  }
  return JSON.stringify({ mcpServers: { guildhall: server } }, null, 2)
}

/** The call of the tool, as OpenAI's models answer it. */
export function openaiCall(functionName: string, args: Json): string {
  const call = { name: functionName, arguments: JSON.stringify(args) }
  return JSON.stringify({ id: 'call_1', type: 'function', function: call }, null, 2)
}

/** The call of the tool, as Anthropic's models answer it. */
export function anthropicCall(functionName: string, args: Json): string {
  return JSON.stringify({ type: 'tool_use', id: 'toolu_1', name: functionName, input: args }, null, 2)
}

function runUrl(origin: string, name: string): string {
  return `${origin}/api/skills/${encodeURIComponent(name)}/runs`
}

/** Between single quotes everything is literal but the quote itself. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** JSON is JavaScript, but for a property that would become the object's prototype. */
export function scriptLiteral(value: Json, indent = ''): string {
  return literal(value, indent, {
    key: (name) => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)),
  })
}

/** JSON is Python, but for three words. */
export function pythonLiteral(value: Json, indent = ''): string {
  return literal(value, indent, { words: { true: 'True', false: 'False', null: 'None' }, step: '    ' })
}

type Manner = {
  key?: (name: string) => string
  words?: Record<string, string>
  step?: string
}

function literal(value: Json, indent: string, manner: Manner): string {
  const { key = JSON.stringify, words = {}, step = '  ' } = manner
  const inner = indent + step
  const lines = (parts: string[]) => `\n${inner}${parts.join(`,\n${inner}`)}\n${indent}`
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${lines(value.map((each) => literal(each, inner, manner)))}]`
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([name, each]) => `${key(name)}: ${literal(each, inner, manner)}`,
    )
    return entries.length === 0 ? '{}' : `{${lines(entries)}}`
  }
  const text = JSON.stringify(value)
  return words[text] ?? text
}
