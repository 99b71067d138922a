/**
 * The first program an agent's maker writes: find a skill, understand and price it, run it. Ground; also in the browser.
 *
 * The page shows these and `quickstart.box.test.ts` runs them, so what is shown works.
 */
import { pythonLiteral, scriptLiteral, shellText } from './call-code.ts'
import { paths } from './paths.ts'

export type Quickstart = {
  /** "https://guildhall.example" */
  origin: string
  /** publisher.skillset.skill, of a skill that takes a text. */
  skill: string
}

const ARGS = { text: 'Hello, world.' }
/** In USDC: more than this the first run must not cost. */
const MAX_PRICE = '0.01'

const setOf = (skill: string) => skill.split('.').slice(0, 2).join('.')

/** Three commands for a POSIX shell; only the last one needs $GUILDHALL_KEY. */
export function curlQuickstart({ origin, skill }: Quickstart) {
  const rpc = (method: string, params: object, header = '') =>
    [
      `curl ${shellText(origin + paths.rpc)}${header}`,
      `  -H 'Content-Type: application/json'`,
      `  -d ${shellText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))}`,
    ].join(' \\\n')
  return {
    find: rpc('list_skills', { namespace: setOf(skill), detail: 'summary' }),
    understand: rpc('describe_skill', { name: skill }),
    run: rpc(
      'execute_skill',
      { name: skill, args: ARGS, max_price: MAX_PRICE },
      ` \\\n  -H "Authorization: Bearer $GUILDHALL_KEY"`,
    ),
  }
}

/** A program for Node, which runs it as it stands. */
export function typescriptQuickstart({ origin, skill }: Quickstart): string {
  return `async function call(method: string, params: object) {
  const response = await fetch(${scriptLiteral(origin + paths.rpc)}, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: \`Bearer \${process.env.GUILDHALL_KEY}\`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  // Refused: nothing ran, and nothing was charged.
  if (error) throw new Error(\`\${error.data.code}: \${error.message}\`, { cause: error.data })
  return result
}

// Find.
const { skills } = await call('list_skills', { namespace: ${scriptLiteral(setOf(skill))}, detail: 'summary' })
for (const each of skills) console.log(each.name, '-', each.description)

// Understand it, and ask what it costs.
const { skill } = await call('describe_skill', { name: ${scriptLiteral(skill)} })
console.log(skill.input_schema, skill.price)

// Run it: by the contract just read, and for no more than this.
const run = await call('execute_skill', {
  name: skill.name,
  args: { text: ${scriptLiteral(ARGS.text)} },
  contract_hash: skill.contract_hash,
  max_price: ${scriptLiteral(MAX_PRICE)},
})
// The call worked; whether the skill did, its run says.
if (run.status !== 'completed') throw new Error(\`\${run.error.code}: \${run.error.message}\`)
console.log(run.output)
`
}

/** A program for Python 3, with its standard library. */
export function pythonQuickstart({ origin, skill }: Quickstart): string {
  return `import json
import os
import urllib.error
import urllib.request


def call(method, params):
    request = urllib.request.Request(
        ${pythonLiteral(origin + paths.rpc)},
        data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": "Bearer " + os.environ["GUILDHALL_KEY"],
        },
    )
    try:
        with urllib.request.urlopen(request) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as refused:
        # A status of its own has the same body.
        answer = json.load(refused)
    # Refused: nothing ran, and nothing was charged.
    if "error" in answer:
        raise RuntimeError(json.dumps(answer["error"]["data"], indent=2))
    return answer["result"]


# Find.
for each in call("list_skills", {"namespace": ${pythonLiteral(setOf(skill))}, "detail": "summary"})["skills"]:
    print(each["name"], "-", each["description"])

# Understand it, and ask what it costs.
skill = call("describe_skill", {"name": ${pythonLiteral(skill)}})["skill"]
print(skill["input_schema"], skill["price"])

# Run it: by the contract just read, and for no more than this.
run = call("execute_skill", {
    "name": skill["name"],
    "args": {"text": ${pythonLiteral(ARGS.text)}},
    "contract_hash": skill["contract_hash"],
    "max_price": ${pythonLiteral(MAX_PRICE)},
})
# The call worked; whether the skill did, its run says.
if run["status"] != "completed":
    raise RuntimeError(run["error"]["code"] + ": " + run["error"]["message"])
print(json.dumps(run["output"]))
`
}
