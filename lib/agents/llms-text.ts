/**
 * /llms.txt: where an agent that has never been here begins. Floor 3, pure.
 *
 * Made of the same tables as the doors and the documentation. Source: llmstxt.org.
 */
import { OFFERED_SCOPES, SCOPE_MEANINGS } from '../contract/market/key-scopes.ts'
import { paths } from '../contract/market/paths.ts'
import { curlQuickstart } from '../contract/market/quickstart.ts'
import { ERRORS } from '../errors.ts'
import { AGENT_TOOLS } from './all-tools.ts'

type Chapter = { href: string; title: string; text: string }

export function llmsText(origin: string, chapters: readonly Chapter[], skill: string): string {
  const link = (href: string, title: string, text: string) => `- [${title}](${origin}${href}): ${text}`
  const { find, understand, run } = curlQuickstart({ origin, skill })
  return `# Guildhall

> A market of skills with binding contracts: small pieces of work with a JSON Schema for what goes in and one for what comes out. What does not fit is refused before anything runs, with the field and the reason; you pay only for a result that keeps its promise.

A skill is called publisher.skillset.skill. Finding and reading public skills needs no key. Running one does: a person makes it at ${origin}${paths.keys} (it begins with gh_), or connects you by OAuth at ${origin}${paths.mcp}.

## Doors

${link(paths.rpc, 'Skills Protocol', 'POST, JSON-RPC 2.0. Eight tools; begin with load_skills_protocol_guide.')}
${link(paths.mcp, 'Model Context Protocol', 'Streamable HTTP, bearer key or OAuth 2.1. The same eight tools; ?skills=a.b.c,d.e.f makes skills tools of their own.')}
${link(paths.openApi, 'HTTP API', 'OpenAPI 3.1, with an operation for each public skill.')}

## First calls

Find:

    ${indented(find)}

Understand, and see the price:

    ${indented(understand)}

The whole price, with what it may spend on paid skills that it calls: GET ${origin}/api/skills/{name}/quote. run_code is free, but pays for the mounted skills that its code calls.

Run, with a key:

    ${indented(run)}

## Tools

${AGENT_TOOLS.map(({ name, description, isPublic, scope }) => `- ${name} (${isPublic ? 'no key needed' : `key with “${scope}”`}): ${description}`).join('\n')}

## Scopes of keys

${OFFERED_SCOPES.map((scope) => `- ${scope}: ${SCOPE_MEANINGS[scope]}`).join('\n')}

## Errors

Every error has code, message, recoverable and, where it helps, suggested_action and details ({path, message}). Codes: ${Object.keys(ERRORS).join(', ')}.

## Documentation

${chapters.map(({ href, title, text }) => link(href, title, text)).join('\n')}
`
}

function indented(code: string): string {
  return code.replaceAll('\n', '\n    ')
}
