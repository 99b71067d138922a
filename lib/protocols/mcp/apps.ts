/** MCP Apps (SEP-1865): a skill's form and output in the frame of a client, as `ui://guildhall/publisher.skillset.skill`. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  CLIENT_CAPABILITIES_META_KEY,
  isSpecType,
  type ReadResourceResult,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import { buildOutputSchema } from '../../contracts/document/contract-document.ts'
import { replaceToolFieldNames } from '../../contracts/document/tool-fields.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { hasComplexPattern } from '../../json-schema/regex/complex-patterns.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { formatMicros, itemPriceOf, parseMicros, priceOf } from '../../kernel/money.ts'
import { APP_FOLDER } from '../../kernel/site/package-archives.ts'
import { skillNamePath } from '../../kernel/site/paths.ts'
import { quoteCalls } from '../../runs/prepare/quote-run.ts'
import { executeSkill } from '../skills-protocol/execute-skill.ts'
import type { AppContract } from './app-contract.ts'
import type { ChosenTools } from './select-tools.ts'
import { announcesApps, hasMark, APPS_MIME_TYPE as MIME_TYPE } from './session-name.ts'
import { openAgreedSkill } from './tool-list.ts'

const SCHEME = 'ui://guildhall/'

export function canShowApps({ mcpReq }: ServerContext, session: string | undefined): boolean {
  if (session !== undefined) return hasMark(session, 'ui')
  const declared = ({ ...mcpReq.envelope } as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY]
  return isSpecType.ClientCapabilities(declared) && announcesApps(declared as Json)
}

/** Tells the client which frame belongs to each skill's own tool. */
export async function withApps(tools: Tool[], natives: ChosenTools['natives']): Promise<Tool[]> {
  if (!(await isAppBuilt())) return tools
  return tools.map((tool) => {
    const skill = natives.get(tool.name)
    return skill === undefined
      ? tool
      : { ...tool, _meta: { ...tool._meta, ui: { resourceUri: SCHEME + skill } } }
  })
}

export function isAppUri(uri: string): boolean {
  return uri.startsWith(SCHEME)
}

/** Returns the page of a skill. Throws NOT_FOUND for an unknown skill, CONFLICT for one that needs consent. */
export async function readAppPage(
  ctx: Context,
  { natives, pins, origin }: ChosenTools & { origin: string },
  uri: string,
): Promise<ReadResourceResult> {
  const name = uri.slice(SCHEME.length)
  if (pins && !pins.has(name))
    throw new AppError('NOT_FOUND', { message: `There is no skill ${name.slice(0, 200)} in this toolset.` })
  const opened = await openAgreedSkill(ctx, name, pins)
  const { skill } = opened
  const { priceOfCalls } = await quoteCalls(ctx, opened)
  const micros = priceOf(skill) + (itemPriceOf(skill) ?? 0n) + parseMicros(priceOfCalls)
  const tool = [...natives].find(([, each]) => each === name)?.[0]
  const contract: AppContract = {
    title: skill.name,
    skill: name,
    tool: tool ?? executeSkill.name,
    isWrapped: tool === undefined,
    parameters:
      canonicalSchema(
        tool ? replaceToolFieldNames(canonicalSchema(skill.parameters).schema ?? {}) : skill.parameters,
      ).schema ?? {},
    response: buildOutputSchema(skill),
    hasPrice: micros > 0n,
    price: formatMicros(micros),
    origin,
    href: skillNamePath(name),
  }
  const text = renderPage(await loadApp(), contract)
  // No domains: the frame loads nothing and sends nothing, except to its host.
  return { contents: [{ uri, mimeType: MIME_TYPE, text, _meta: { ui: { csp: {}, prefersBorder: true } } }] }
}

type Script = { code: string; digest: string }

type App = { script: Script; patterns: Script; style: string }

let loaded: Promise<App> | undefined

/** Throws NOT_FOUND if the frame has not been built, which does not keep a site from starting. */
async function loadApp(): Promise<App> {
  loaded ??= readApp()
  try {
    return await loaded
  } catch (error) {
    loaded = undefined
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AppError('NOT_FOUND', {
      message: 'The frame for skills has not been built on this server.',
      suggestedAction: 'Ask the operator of this site to run “npm run build:app”.',
    })
  }
}

async function readApp(): Promise<App> {
  const read = (name: string) => readFile(path.join(process.cwd(), APP_FOLDER, name), 'utf8')
  const [script, patterns, style] = await Promise.all([read('app.js'), read('patterns.js'), read('app.css')])
  return { script: toScript(script), patterns: toScript(patterns), style }
}

function toScript(source: string): Script {
  const code = source.replaceAll(/<(\/script|!--)/gi, '\\x3c$1')
  return { code, digest: createHash('sha256').update(code).digest('base64') }
}

function isAppBuilt(): Promise<boolean> {
  return loadApp().then(
    () => true,
    () => false,
  )
}

/** Only the scripts with these digests run, whatever an output or a contract contains. */
function renderPage({ script, patterns, style }: App, contract: AppContract): string {
  const scripts = hasComplexPattern(contract.parameters) ? [patterns, script] : [script]
  const policy = [
    `default-src 'none'`,
    `script-src ${scripts.map(({ digest }) => `'sha256-${digest}'`).join(' ')}`,
    // Components set the style of elements.
    `style-src 'unsafe-inline'`,
    `img-src data:`,
    `media-src data:`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ')
  const data = JSON.stringify(contract as JsonObject).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guildhall</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="contract">${data}</script>
${scripts.map(({ code }) => `<script>${code}</script>`).join('\n')}
</body>
</html>
`
}
