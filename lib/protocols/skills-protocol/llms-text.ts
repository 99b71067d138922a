/** Follows llmstxt.org, from the tables of the APIs and documentation. */
import { OFFERED_SCOPES, SCOPE_MEANINGS } from '../../auth/model/key-scopes.ts'
import { ERRORS } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { curlQuickstart } from '../snippets/quickstart.ts'
import { PROTOCOL_TOOLS } from './protocol-tools.ts'

type Chapter = { href: string; title: string; text: string }

export function llmsText(origin: string, chapters: readonly Chapter[], skill: string): string {
  const link = (href: string, title: string, text: string) => `- [${title}](${origin}${href}): ${text}`
  const { find, understand, run } = curlQuickstart({ origin, skill })
  return `# Guildhall

> A marketplace for skills with binding contracts: small units of work with a JSON Schema for their input and output. Invalid input is refused before anything runs, with the field and the reason. You only pay for a result that satisfies the contract.

A skill’s full name is publisher.skillset.skill. You can find and read public skills without a key. To run one, you need a key: a user creates it at ${origin}${paths.keys} (it starts with gh_), or connects you with OAuth at ${origin}${paths.mcp}.

## APIs

${link(paths.rpc, 'Skills Protocol', 'POST, JSON-RPC 2.0. Eight tools. Start with load_skills_protocol_guide.')}
${link(paths.mcp, 'Model Context Protocol', 'Streamable HTTP, bearer key or OAuth 2.1. The same eight tools; ?skills=a.b.c,d.e.f adds skills as individual tools.')}
${link(paths.openApi, 'HTTP API', 'OpenAPI 3.1, with an operation for each public skill.')}

## First calls

Find:

    ${indented(find)}

Understand, and see the price:

    ${indented(understand)}

The total price, including paid skills that it may call: GET ${origin}/api/skills/{name}/quote. run_code is free, but you pay for the mounted skills that its code calls.

Run, with a key:

    ${indented(run)}

## Tools

${PROTOCOL_TOOLS.map(({ name, description, isPublic, scope }) => `- ${name} (${isPublic ? 'no key needed' : `key with “${scope}”`}): ${description}`).join('\n')}

## Scopes of keys

${OFFERED_SCOPES.map((scope) => `- ${scope}: ${SCOPE_MEANINGS[scope]}`).join('\n')}

## Errors

Every error has code, message and recoverable, and may have suggested_action and details ({path, message}). Codes: ${Object.keys(ERRORS).join(', ')}.

## Documentation

${chapters.map(({ href, title, text }) => link(href, title, text)).join('\n')}
`
}

function indented(code: string): string {
  return code.replaceAll('\n', '\n    ')
}
