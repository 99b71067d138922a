/** The quickstart programs: find, describe, price and run a skill. `quickstart.sandbox.test.ts` runs them. */

import { paths } from '../../kernel/site/paths.ts'
import { pythonLiteral, scriptLiteral, shellText } from './call-snippets.ts'

type Quickstart = {
  origin: string
  skill: string
}

const ARGS = { text: 'Hello, world.' }
const MAX_PRICE = '0.01'

const setOf = (skill: string) => skill.split('.').slice(0, 2).join('.')

/** Only the last command needs $GUILDHALL_KEY. */
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

/** Uses what Node contains. */
export function javascriptQuickstart({ origin, skill }: Quickstart): string {
  return `async function call(method, params) {
  const response = await fetch(${scriptLiteral(origin + paths.rpc)}, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: \`Bearer \${process.env.GUILDHALL_KEY}\`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  // An error means that nothing ran and nothing was charged.
  if (error) throw new Error(\`\${error.data.code}: \${error.message}\`, { cause: error.data })
  return result
}

// Find.
const { skills } = await call('list_skills', { namespace: ${scriptLiteral(setOf(skill))}, detail: 'summary' })
for (const each of skills) console.log(each.name, '-', each.description)

// Read its contract and price.
const { skill } = await call('describe_skill', { name: ${scriptLiteral(skill)} })
console.log(skill.input_schema, skill.price)

// Run it with the contract just read, at a limited price.
const run = await call('execute_skill', {
  name: skill.name,
  args: { text: ${scriptLiteral(ARGS.text)} },
  contract_hash: skill.contract_hash,
  max_price: ${scriptLiteral(MAX_PRICE)},
})
// The call succeeded. The run states whether the skill did.
if (run.status !== 'completed') throw new Error(\`\${run.error.code}: \${run.error.message}\`)
console.log(run.output)
`
}

/** Uses the standard library only. */
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
        # Error statuses have the same body.
        answer = json.load(refused)
    # An error means that nothing ran and nothing was charged.
    if "error" in answer:
        raise RuntimeError(json.dumps(answer["error"]["data"], indent=2))
    return answer["result"]


# Find.
for each in call("list_skills", {"namespace": ${pythonLiteral(setOf(skill))}, "detail": "summary"})["skills"]:
    print(each["name"], "-", each["description"])

# Read its contract and price.
skill = call("describe_skill", {"name": ${pythonLiteral(skill)}})["skill"]
print(skill["input_schema"], skill["price"])

# Run it with the contract just read, at a limited price.
run = call("execute_skill", {
    "name": skill["name"],
    "args": {"text": ${pythonLiteral(ARGS.text)}},
    "contract_hash": skill["contract_hash"],
    "max_price": ${pythonLiteral(MAX_PRICE)},
})
# The call succeeded. The run states whether the skill did.
if run["status"] != "completed":
    raise RuntimeError(run["error"]["code"] + ": " + run["error"]["message"])
print(json.dumps(run["output"]))
`
}
