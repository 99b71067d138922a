import { dryRunPriceOf, formatMicros, parseMicros } from '../../kernel/money.ts'
import { plural } from '../../kernel/text/plural.ts'
import { labelOfUse, tokenHostOf } from '../document/secret-use.ts'
import { longMinutesOf } from '../document/skill-limits.ts'
import {
  RISK_LEVELS,
  type RiskLevel,
  type SecretPermission,
  type SkillDocument,
  type SkillSetDocument,
} from '../document/skillset-document.ts'
import { describePrice, raisesItemPrice } from './item-price.ts'

export type PermissionLine = {
  kind: 'network' | 'secret' | 'account' | 'tool' | 'vault' | 'skill' | 'risk' | 'lane' | 'price'
  sentence: string
  /** True for irreversible actions, and for raw secrets for the publisher. */
  isSevere: boolean
  /** Such as "network api.example.com"; empty if no consent is needed. */
  grants: string[]
}

export type ConsentTerms = Pick<
  SkillSetDocument,
  'permissions' | 'configDefinitions' | 'requiredIntegrationProviders'
> & {
  skills: Pick<
    SkillDocument,
    'slug' | 'name' | 'kind' | 'riskLevel' | 'sideEffects' | 'pricing' | 'dryRun' | 'limits'
  >[]
}

export const RISK_LABELS = {
  'read-only': 'Read-only',
  writes: 'Makes changes',
  commands: 'Runs commands',
} as const satisfies Record<RiskLevel, string>

export function permissionLines({
  permissions = {},
  configDefinitions = [],
  requiredIntegrationProviders = [],
  skills,
}: ConsentTerms): PermissionLine[] {
  const labels = new Map(configDefinitions.map(({ key, label }) => [key, label]))
  const {
    network = [],
    urlParameters = [],
    secrets = [],
    tools = [],
    vault = [],
    skills: called = [],
  } = permissions
  return [
    ...network.map((host) => line('network', `Connects to ${hostLabel(host)}.`, [host])),
    ...urlParameters.map((name) =>
      line(
        'network',
        `Connects to any public web address that is entered as “${name}”.`,
        [`any address in ${name}`],
        true,
      ),
    ),
    ...secrets.map((secret) => secretLine(secret, labels.get(secret.key) ?? secret.key)),
    ...requiredIntegrationProviders.map((slug) =>
      line('account', `Uses your organisation’s account at ${slug}.`, [slug]),
    ),
    ...vault.map((entry) => vaultLine(entry)),
    ...tools.map(toolLine),
    ...called.map((name) => line('skill', `Calls the skill ${name}.`, [name])),
    ...skills.flatMap(riskLine),
    ...skills.flatMap(laneLine),
    ...skills.flatMap(priceLine),
  ]
}

export function newPermissions(before: ConsentTerms, after: ConsentTerms): PermissionLine[] {
  const granted = new Set(permissionLines(before).flatMap(({ grants }) => grants))
  return [
    ...permissionLines(after).filter(({ grants }) => grants.some((grant) => !granted.has(grant))),
    ...raisedPrices(before, after),
  ]
}

function laneLine(skill: ConsentTerms['skills'][number]): PermissionLine[] {
  const minutes = longMinutesOf(skill)
  if (minutes === undefined) return []
  const sentence = `“${skill.name}” runs in the background, for up to ${plural(minutes, 'minute')}. A call returns a queued run.`
  return [line('lane', sentence, [skill.slug])]
}

/** Needs no consent, because each run is paid; `raisedPrices` covers increases. */
function priceLine(skill: ConsentTerms['skills'][number]): PermissionLine[] {
  const { name, kind, pricing } = skill
  if (!pricing || parseMicros(pricing.amount) === 0n) return []
  if (kind === 'instruction')
    return [line('price', `The text of “${name}” costs ${describePrice(pricing, kind)}.`, [])]
  const sentence = `“${name}” costs ${describePrice(pricing)}. ${dryRunSentence(skill)}`
  return [line('price', sentence, [])]
}

export function dryRunSentence(skill: Pick<SkillDocument, 'pricing' | 'dryRun'>): string {
  const micros = dryRunPriceOf(skill)
  if (micros === null) return 'It does not support dry runs.'
  return micros === 0n ? 'A dry run is free.' : `A dry run costs ${formatMicros(micros)} USDC.`
}

function raisedPrices(before: ConsentTerms, after: ConsentTerms): PermissionLine[] {
  return after.skills.flatMap(({ slug, name, kind, pricing }) => {
    const old = before.skills.find((skill) => skill.slug === slug)?.pricing
    const ofItems =
      pricing && old && raisesItemPrice(old, pricing)
        ? [line('price', `“${name}” costs ${describePrice(pricing)}, instead of ${describePrice(old)}.`, [])]
        : []
    const ofRuns = (['amount', 'dryRunAmount'] as const).flatMap((key) => {
      const [from, to] = [old?.[key], pricing?.[key]]
      if (!pricing || to === undefined || parseMicros(to) <= parseMicros(from ?? '0')) return []
      const instead = from === undefined ? '' : `, instead of ${from}`
      const perRun = kind === 'instruction' ? 'once' : `per run${pricing.perItem ? ' at most' : ''}`
      const per = key === 'amount' ? perRun : 'per dry run'
      return [line('price', `“${name}” costs ${to} ${pricing.currency} ${per}${instead}.`, [])]
    })
    return [...ofItems, ...ofRuns]
  })
}

function line(
  kind: PermissionLine['kind'],
  sentence: string,
  what: string[],
  isSevere = false,
): PermissionLine {
  return { kind, sentence, isSevere, grants: what.map((each) => `${kind} ${each}`) }
}

function hostLabel(host: string): string {
  return host.startsWith('*.') ? `any host ending in ${host.slice(1)}` : host
}

function secretLine({ key, hosts, exposure, use, reason }: SecretPermission, label: string): PermissionLine {
  const grants = hosts.map((host) => `${key} ${use ? 'signs for' : 'to'} ${host}`)
  if (exposure === 'raw') {
    const reasonText = reason ? ` The publisher’s reason: “${reason}”` : ''
    return line(
      'secret',
      `Its code can read your “${label}” directly.${reasonText}`,
      [`${key} raw`, ...grants],
      true,
    )
  }
  if (hosts.length === 0)
    return line('secret', `Asks for your “${label}” but sends it to no host. Its code cannot read it.`, [])
  const where = hosts.map(hostLabel).join(', ')
  const tokenHost = tokenHostOf(use)
  if (tokenHost !== undefined)
    return line(
      'secret',
      `Sends your “${label}” to ${tokenHost} only, in exchange for tokens (OAuth client credentials) that it sends to ${where}. Its code can read neither.`,
      [...grants, `${key} to ${tokenHost}`],
    )
  if (use)
    return line(
      'secret',
      `Signs requests to ${where} with your “${label}” (${labelOfUse(use)}). It is sent to no host, and its code cannot read it.`,
      grants,
    )
  return line('secret', `Sends your “${label}” to ${where} only. Its code cannot read it.`, grants)
}

function vaultLine(entry: string): PermissionLine {
  const isWrite = entry.startsWith('write:')
  const glob = entry.replace(/^(read|write):/, '')
  return line('vault', `${isWrite ? 'Writes to' : 'Reads'} your files matching ${glob}.`, [entry], isWrite)
}

function toolLine(tool: string): PermissionLine {
  const description = Object.hasOwn(TOOL_DESCRIPTIONS, tool) ? TOOL_DESCRIPTIONS[tool] : undefined
  return line(
    'tool',
    `Uses the tool ${tool}${description ? `: it ${description.does}` : ''}.`,
    [tool],
    description !== undefined && description.risk !== 'read-only',
  )
}

function riskLine({
  slug,
  name,
  riskLevel = 'read-only',
  sideEffects = [],
}: ConsentTerms['skills'][number]): PermissionLine[] {
  if (riskLevel === 'read-only') return []
  const does = riskLevel === 'commands' ? 'runs commands' : 'makes changes outside the run'
  // Publishers write sentences, whose last period ends the line as well.
  const effects =
    sideEffects.length > 0 ? `: ${sideEffects.map((effect) => effect.replace(/\.\s*$/, '')).join('; ')}` : ''
  return [line('risk', `“${name}” ${does}${effects}.`, [`${slug} ${riskLevel}`, ...sideEffects], true)]
}

/** `registry.test.ts` compares it with the tools. */
type ToolDescription = { does: string; risk: RiskLevel }

// biome-ignore format: table
export const TOOL_DESCRIPTIONS: Record<string, ToolDescription> = {
  'vault.ensureFolder':        { does: 'creates folders in your vault',                         risk: 'writes' },
  'vault.listFiles':           { does: 'lists the files in your vault',                       risk: 'read-only' },
  'vault.readFile':            { does: 'reads files in your vault',                           risk: 'read-only' },
  'vault.createFile':          { does: 'creates files in your vault',                           risk: 'writes' },
  'vault.writeFile':           { does: 'writes files in your vault',                          risk: 'writes' },
  'vault.patchFile':           { does: 'edits files in your vault',                risk: 'writes' },
  'vault.rename':              { does: 'renames and moves files in your vault',               risk: 'writes' },
  'vault.delete':              { does: 'deletes files in your vault',                         risk: 'writes' },
  'vault.searchText':          { does: 'searches the files in your vault',                    risk: 'read-only' },
  'editor.getSelection':       { does: 'reads your selection',                        risk: 'read-only' },
  'editor.replaceSelection':   { does: 'replaces your selection',                     risk: 'writes' },
  'editor.insertAtCursor':     { does: 'inserts text at your cursor',                          risk: 'writes' },
  'editor.replaceRange':       { does: 'edits the file you have open',                 risk: 'writes' },
  'editor.getActiveFilePath':  { does: 'reads which file you have open',                       risk: 'read-only' },
  'workspace.getContext':      { does: 'reads which files you have open',                             risk: 'read-only' },
  'workspace.openFile':        { does: 'opens files in your editor',                         risk: 'commands' },
  'commands.list':             { does: 'lists your commands',                    risk: 'read-only' },
  'commands.run':              { does: 'runs commands as you, including the buttons of other skills', risk: 'commands' },
  'util.parseMarkdownBullets': { does: 'reads lists in Markdown text',                             risk: 'read-only' },
  'util.slugifyTitle':         { does: 'turns titles into file names',                   risk: 'read-only' },
}

/**
 * Returns what no permission limits: agents follow instructions with their own rights. Undefined without instruction
 * skills.
 */
export function instructionRights(instructions: readonly { name: string }[]): string | undefined {
  const names = instructions.map(({ name }) => `“${name}”`)
  if (names.length === 0) return undefined
  return `An agent that follows ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''} does so with its own rights: no permission here limits it.`
}

/** Ignores called skills, which `reachOf` and `risksAsListed` add. */
export function riskIn(
  { permissions }: Pick<SkillSetDocument, 'permissions'>,
  { riskLevel = 'read-only', kind }: Pick<SkillDocument, 'riskLevel' | 'kind'>,
): RiskLevel {
  // Instructions do not run.
  if (kind === 'instruction') return riskLevel
  const ofTools = (permissions?.tools ?? []).map((tool) => riskOfTool(tool))
  return highestRisk([riskLevel, ...ofTools])
}

/**
 * Returns whether checks run the examples of a skill as dry runs: those that change something outside and support dry
 * runs. A dry run of a skill that only reads would show less than a run, and spare nothing.
 */
export function isCheckedByDryRun(
  document: Pick<SkillSetDocument, 'permissions'>,
  skill: Pick<SkillDocument, 'riskLevel' | 'kind' | 'dryRun' | 'sideEffects'>,
): boolean {
  const hasEffects = riskIn(document, skill) !== 'read-only' || Boolean(skill.sideEffects?.length)
  return skill.dryRun === 'supported' && hasEffects
}

function riskOfTool(tool: string): RiskLevel {
  return (Object.hasOwn(TOOL_DESCRIPTIONS, tool) && TOOL_DESCRIPTIONS[tool]?.risk) || 'read-only'
}

export function highestRisk(levels: Iterable<RiskLevel>): RiskLevel {
  const ranks = [...levels].map((level) => RISK_LEVELS.indexOf(level))
  return RISK_LEVELS[Math.max(0, ...ranks)] ?? 'read-only'
}
