/**
 * What a SkillSet may touch, in words a person can agree to.
 *
 * Ground; also in the browser. Each line stands for grants; an upgrade asks again for every line with a grant
 * that the installed version did not have. Source: specification "Contracts" §6, a permission widened.
 */
import { microsOf } from '../money/money.ts'
import type { RiskLevel, SecretPermission, SkillDocument, SkillSetDocument } from './skillset-document.ts'
import { TOOL_WORDS } from './tool-words.ts'

export type PermissionLine = {
  kind: 'network' | 'secret' | 'tool' | 'vault' | 'skill' | 'risk' | 'price'
  sentence: string
  /** Worth stopping at: what it may do cannot be taken back, or trusts the publisher with a raw secret. */
  isGrave: boolean
  /** What is granted, one by one: "network api.example.com". Empty when there is nothing to agree to. */
  grants: string[]
}

/** As much of a document as there is to agree to. */
export type Agreeable = Pick<SkillSetDocument, 'permissions' | 'configDefinitions'> & {
  skills: Pick<SkillDocument, 'slug' | 'name' | 'riskLevel' | 'sideEffects' | 'pricing'>[]
}

export const RISK_LABELS = {
  'read-only': 'Reads only',
  writes: 'Changes things',
  commands: 'Runs commands',
} as const satisfies Record<RiskLevel, string>

/** One line for each thing that is allowed; none when the skills only compute from their input. */
export function permissionLines({
  permissions = {},
  configDefinitions = [],
  skills,
}: Agreeable): PermissionLine[] {
  const labels = new Map(configDefinitions.map(({ key, label }) => [key, label]))
  const { network = [], secrets = [], tools = [], vault = [], skills: called = [] } = permissions
  return [
    ...network.map((host) => line('network', `Talks to ${hostWords(host)}.`, [host])),
    ...secrets.map((secret) => secretLine(secret, labels.get(secret.key) ?? secret.key)),
    ...vault.map((entry) => vaultLine(entry)),
    ...tools.map(toolLine),
    ...called.map((name) => line('skill', `Runs the skill ${name} as part of its work.`, [name])),
    ...skills.flatMap(riskLine),
    ...skills.flatMap(priceLine),
  ]
}

/** The lines of `after` that allow something `before` did not, and the prices that were raised. */
export function newPermissions(before: Agreeable, after: Agreeable): PermissionLine[] {
  const granted = new Set(permissionLines(before).flatMap(({ grants }) => grants))
  return [
    ...permissionLines(after).filter(({ grants }) => grants.some((grant) => !granted.has(grant))),
    ...raisedPrices(before, after),
  ]
}

/** There is nothing to grant: each run is paid for by itself. A raised price is asked about by `raisedPrices`. */
function priceLine({ name, pricing }: Agreeable['skills'][number]): PermissionLine[] {
  if (!pricing || microsOf(pricing.amount) === 0n) return []
  return [line('price', `“${name}” costs ${pricing.amount} ${pricing.currency} a run.`, [])]
}

function raisedPrices(before: Agreeable, after: Agreeable): PermissionLine[] {
  return after.skills.flatMap(({ slug, name, pricing }) => {
    const old = before.skills.find((skill) => skill.slug === slug)?.pricing
    if (!pricing || microsOf(pricing.amount) <= microsOf(old?.amount ?? '0')) return []
    const instead = old ? `, instead of ${old.amount}` : ''
    return [line('price', `“${name}” costs ${pricing.amount} ${pricing.currency} a run${instead}.`, [])]
  })
}

function line(
  kind: PermissionLine['kind'],
  sentence: string,
  what: string[],
  isGrave = false,
): PermissionLine {
  return { kind, sentence, isGrave, grants: what.map((each) => `${kind} ${each}`) }
}

function hostWords(host: string): string {
  return host.startsWith('*.') ? `any address that ends in ${host.slice(1)}` : host
}

function secretLine({ key, hosts, exposure, reason }: SecretPermission, label: string): PermissionLine {
  const grants = hosts.map((host) => `${key} to ${host}`)
  if (exposure === 'raw') {
    const why = reason ? ` The publisher says why: “${reason}”` : ''
    return line('secret', `Its code reads your “${label}” as it is.${why}`, [`${key} raw`, ...grants], true)
  }
  if (hosts.length === 0)
    return line('secret', `Asks for your “${label}” and sends it nowhere. Its code does not see it.`, [])
  const where = hosts.map(hostWords).join(', ')
  return line(
    'secret',
    `Sends your “${label}” to ${where}, never elsewhere. Its code does not see it.`,
    grants,
  )
}

function vaultLine(entry: string): PermissionLine {
  const isWrite = entry.startsWith('write:')
  const glob = entry.replace(/^(read|write):/, '')
  return line('vault', `${isWrite ? 'Writes' : 'Reads'} your files at ${glob}.`, [entry], isWrite)
}

/** A tool that is not there yet, or no more, has only its name. */
function toolLine(tool: string): PermissionLine {
  const words = Object.hasOwn(TOOL_WORDS, tool) ? TOOL_WORDS[tool] : undefined
  return line(
    'tool',
    `Uses the tool ${tool}${words ? `: it ${words.does}` : ''}.`,
    [tool],
    words !== undefined && words.risk !== 'read-only',
  )
}

function riskLine({
  slug,
  name,
  riskLevel = 'read-only',
  sideEffects = [],
}: Agreeable['skills'][number]): PermissionLine[] {
  if (riskLevel === 'read-only') return []
  const does = riskLevel === 'commands' ? 'runs commands' : 'changes things outside its run'
  const effects = sideEffects.length > 0 ? `: ${sideEffects.join('; ')}` : ''
  return [line('risk', `“${name}” ${does}${effects}.`, [`${slug} ${riskLevel}`, ...sideEffects], true)]
}
