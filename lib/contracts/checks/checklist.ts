/**
 * The checklist before a submission (docs/spec/skillset-document.md §5). What is not in the document, such as used numbers
 * and results of runs, comes in as facts, so that the studio, the command line and the submission share the rules.
 */

import { isIP } from 'node:net'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { parseAmount } from '../../kernel/money.ts'
import { isPublicAddress } from '../../kernel/network/destination.ts'
import { imageHints } from '../document/image-path.ts'
import { skillEntries } from '../document/skill-entries.ts'
import { currentLock, hasDependencies } from '../packages/dependencies.ts'
import { declaresNoneRequired, PROMISES_NOTHING, promisesNothing } from '../results/promised-fields.ts'
import { type FoundSecret, findSecrets } from '../texts/find-secrets.ts'
import { runtimeVersionError } from '../versions/runtime-version.ts'
import {
  type Bump,
  bumpVersion,
  isBumpedAtLeast,
  isPrerelease,
  isVersion,
} from '../versions/version-number.ts'
import { checkDocument } from './check-document.ts'
import { checkSiteRules, type SiteRules } from './check-site-rules.ts'
import { listHosts, undeclaredConfig, undeclaredHosts, undeclaredSkills } from './definition-hints.ts'
import { exampleSecretIssues } from './example-secrets.ts'
import type { LeftBehind, MigrationTest } from './migration-tests.ts'
import { packageAdvice } from './package-advice.ts'

export type ChecklistLine = {
  id: string
  title: string
  ok: boolean
  issues: Issue[]
  advice?: string[]
  /** What the code uses and the document does not declare, which one click adds. */
  additions?: Addition[]
  /** True if nothing is wrong so far, but the check has to run in the sandbox. Then `ok` is false. */
  notRun?: boolean
}

/** `value` belongs into the list at `pointer`, and is called `name`. */
export type Addition = { pointer: string; value: Json; name: string; sentence: string }

export type ExampleOutcome = {
  skill: string
  index: number
  ok: boolean
  message?: string
  /** Labels of the secrets for which it was not run. */
  needs?: string[]
  /** The recording from which its requests were answered; absent if it ran live. */
  recordingId?: string
}

export type ChecklistFacts = {
  usedNumbers: readonly string[]
  latest: string | null
  bump: Bump
  reasons: readonly string[]
  examples: readonly ExampleOutcome[] | null
  migrations?: readonly MigrationTest[]
  leftBehind?: readonly LeftBehind[]
  /** Slugs of this site's integrations; undefined if they are unknown. */
  providers?: readonly string[]
  /** Hosts of the integrations that the document requires, which code may reach without declaring them. */
  providerHosts?: readonly string[]
  /** Undefined if they are unknown. */
  rules?: SiteRules
  /** Names of called skills that are private to their organisation. */
  privateCalls?: readonly string[]
  /** Secrets in files that are stored outside the document. */
  fileSecrets?: readonly FoundSecret[]
  /** The publisher's reasons, by the id of the secret, why a finding is none. */
  secretAnswers?: Readonly<Record<string, string>>
  /** Sentences about names that look like those of skills that people know. */
  copiedNames?: readonly string[]
  /** Sentences about what is declared and no example used. */
  unusedPermissions?: readonly string[]
}

export const NO_FACTS: ChecklistFacts = {
  usedNumbers: [],
  latest: null,
  bump: 'none',
  reasons: [],
  examples: null,
}

type Line = { id: string; title: string; matches: (issue: Issue) => boolean }

const atPath = (pattern: RegExp) => (issue: Issue) => pattern.test(issue.path)

// Each issue belongs to the first line that matches.
// biome-ignore format: table
const LINES: readonly Line[] = [
  { id: 'secrets',         title: 'No secrets in code, examples, settings and files',    matches: ({ keyword }) => keyword === 'found-secret' || keyword === 'example-secret' },
  { id: 'packages',        title: 'Packages are declared and resolved',                   matches: ({ path, keyword = '' }) => /^\/dependenc(ies|yLock)(\/|$)/.test(path) || keyword === 'dependency' },
  { id: 'slugs',           title: 'All slugs are well formed and unique',                 matches: atPath(/^\/slug$|^\/(skills|capabilities)\/[^/]*\/slug$/) },
  { id: 'dangerous',       title: 'No dangerous APIs (eval, Function, require, import)',  matches: ({ keyword }) => keyword === 'dangerous-api' },
  { id: 'handlers',        title: 'Every skill has a handler that can run',               matches: atPath(/^\/(skills|capabilities)\/[^/]*\/(definition|body)$/) },
  { id: 'parameters',      title: 'Parameters are valid JSON Schema',                     matches: atPath(/^\/(skills|capabilities)\/[^/]*\/(parameters|input_schema)(\/|$)/) },
  { id: 'promise',         title: 'Paid results have required fields, or may be empty on purpose', matches: ({ keyword }) => keyword === 'promise' },
  { id: 'response',        title: 'Responses are valid JSON Schema',                      matches: atPath(/^\/(skills|capabilities)\/[^/]*\/(response|output_schema)(\/|$)/) },
  { id: 'meaning',         title: 'Descriptions and prompts are meaningful',              matches: atPath(/\/(description|prompt)$/) },
  { id: 'config-defaults', title: 'Optional configuration has defaults',                  matches: atPath(/^\/configDefinitions\/\d+\/defaultValue$/) },
  { id: 'config-keys',     title: 'Configuration keys are unique, and include what the code uses', matches: atPath(/^\/configDefinitions\/\d+\/key$/) },
  { id: 'urls',            title: 'Logo, privacy and terms URLs are valid',               matches: atPath(/^\/(logoImage|bannerImage|privacyPolicy|termsOfService)Url$/) },
  { id: 'examples',        title: 'Every action skill has examples, and they pass',       matches: atPath(/\/examples(\/|$)/) },
  { id: 'version',         title: 'The version number fits the changes',                  matches: atPath(/^\/version$/) },
  { id: 'requires',        title: 'The SkillSet can run on this server',               matches: atPath(/^\/requires$|^\/requiredIntegrationProviders(\/|$)/) },
  { id: 'migrations',      title: 'Migrations convert the input of earlier major versions', matches: atPath(/^\/migrations(\/|$)/) },
  { id: 'permissions',     title: 'Permissions are valid, and include what the code uses', matches: atPath(/^\/permissions(\/|$)/) },
  { id: 'fields',          title: 'All other fields are valid',                      matches: () => true },
]

/** Returns all lines of the checklist, green ones too. Expensive: use a worker thread. */
export function checklist(document: Json, facts: ChecklistFacts = NO_FACTS): ChecklistLine[] {
  const refused = new Set(exampleSecretIssues(document).map(({ path }) => path))
  const found = findSecrets(document).filter(({ pointer }) => !refused.has(pointer))
  const secrets = [...found, ...(facts.fileSecrets ?? [])]
  const issues = [
    ...secretIssues(secrets, facts.secretAnswers),
    ...checkDocument(document),
    ...checkLock(document),
    ...checkMeaning(document),
    ...checkExampleRuns(document, facts.examples),
    ...checkNumber(document, facts),
    ...checkRuntime(document),
    ...checkProviders(document, facts.providers),
    ...(facts.rules ? checkSiteRules(document, facts.rules) : []),
    ...checkMigrationTests(document, facts.migrations ?? []),
    ...checkPromises(document),
  ]
  const sorted = new Map<Line, Issue[]>(LINES.map((line) => [line, []]))
  for (const issue of issues) {
    const line = LINES.find(({ matches }) => matches(issue))
    if (line) sorted.get(line)?.push(issue)
  }
  return LINES.map((line) => {
    const own = sorted.get(line) ?? []
    const advice = [
      ...listAdvice(line.id, document, facts),
      ...(line.id === 'secrets' ? answeredSecrets(secrets, facts.secretAnswers) : []),
    ]
    const additions = listAdditions(line.id, document, facts)
    return {
      ...{ id: line.id, title: line.title, ok: own.length === 0, issues: own },
      ...(advice.length > 0 && { advice }),
      ...(additions.length > 0 && { additions }),
    }
  })
}

/**
 * Returns hosts and skills that are written in code but not declared. They are no fault: a host may be mentioned in a
 * comment only.
 */
function permissionAdditions(document: Json, { providerHosts = [] }: ChecklistFacts): Addition[] {
  const permissions = isObject(document) && isObject(document.permissions) ? document.permissions : {}
  const reachable = [...listHosts(permissions), ...providerHosts]
  const additions = skillEntries(document).flatMap(([{ slug, definition }]): Addition[] => {
    if (typeof definition !== 'string') return []
    return [
      ...undeclaredHosts(definition, reachable).map(({ host }) => ({
        pointer: '/permissions/network',
        value: host,
        name: host,
        sentence: `The code of ${slug} names the host ${host}. Requests to it are refused.`,
      })),
      ...undeclaredSkills(definition, permissions).map(({ name }) => ({
        pointer: '/permissions/skills',
        value: name,
        name,
        sentence: `The code of ${slug} calls the skill ${name}. The call is refused.`,
      })),
    ]
  })
  return [...new Map(additions.map((each) => [`${each.pointer} ${each.name}`, each])).values()]
}

function listAdditions(line: string, document: Json, facts: ChecklistFacts): Addition[] {
  if (line === 'permissions') return permissionAdditions(document, facts)
  return line === 'config-keys' ? configAdditions(document) : []
}

/** Offers a required text: the publisher then chooses its type, and whether it has a default. */
function configAdditions(document: Json): Addition[] {
  if (!isObject(document)) return []
  const declared = objectEntries(document.configDefinitions).length
  const uses = skillEntries(document).flatMap(([skill]) =>
    undeclaredConfig(skill, document).map(({ key, line }) => ({ key, line, slug: skill.slug })),
  )
  return [...new Map(uses.toReversed().map((use) => [use.key, use])).values()]
    .toReversed()
    .map(({ key, line, slug }, index) => ({
      pointer: '/configDefinitions',
      value: { key, label: labelFrom(key), type: 'STRING', required: true, order: declared + index },
      name: key,
      sentence: `The code of ${slug} reads config.${key} in line ${line}, which is not declared, so it is always undefined.`,
    }))
}

/** Returns "Api key" for "api_key" and "apiKey". */
function labelFrom(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A secret in a published version cannot be taken back, so the publisher has to remove it, or say why it is none. */
function secretIssues(
  secrets: readonly FoundSecret[],
  answers: ChecklistFacts['secretAnswers'] = {},
): Issue[] {
  return secrets
    .filter(({ id }) => !Object.hasOwn(answers, id))
    .map(({ id, pointer, sentence }) => ({
      path: pointer,
      keyword: 'found-secret',
      message: `${sentence}: remove it and revoke it, or explain why it is not a secret`,
      params: { id },
    }))
}

function answeredSecrets(
  secrets: readonly FoundSecret[],
  answers: ChecklistFacts['secretAnswers'] = {},
): string[] {
  return secrets
    .filter(({ id }) => Object.hasOwn(answers, id))
    .map(({ id, sentence }) => `${sentence}. Reviewers see your answer: “${answers[id]}”`)
}

/** A version has the exact packages that were checked and reviewed. */
function checkLock(document: Json): Issue[] {
  if (!isObject(document) || !hasDependencies(document) || currentLock(document)) return []
  const message = 'the packages of these dependencies are not resolved yet'
  return [{ path: '/dependencyLock', keyword: 'lock', message }]
}

/** Returns what a publisher should know before a submission; it blocks nothing. */
function listAdvice(line: string, document: Json, facts: ChecklistFacts): string[] {
  const { leftBehind = [], privateCalls = [], copiedNames = [], unusedPermissions = [], latest } = facts
  if (line === 'promise')
    return emptyPromises(document)
      .filter(({ isDeclared }) => isDeclared)
      .map(emptyPromiseMessage)
  if (line === 'migrations') return leftBehind.map(leftBehindMessage)
  if (line === 'examples') return (facts.examples ?? []).flatMap(notRunMessage)
  if (line === 'permissions')
    return [
      ...insideHosts(document).map(
        (host) =>
          `${host} is not on the public internet. Requests to it are refused, unless an admin of the site lists it for your organisation.`,
      ),
      ...unusedPermissions.map(
        (sentence) => `${sentence} Leave it out, or add an example that needs it: users agree to all of it.`,
      ),
    ]
  if (line === 'slugs')
    return copiedNames.map(
      (sentence) =>
        `${sentence} Reviewers are told. Choose another name, or explain in the note why this one is right.`,
    )
  if (!isObject(document)) return []
  if (line === 'requires' && document.visibility === 'PUBLIC') return privateCalls.map(privateCallMessage)
  const isEmpty = (field: string) => `${document[field] ?? ''}`.trim() === ''
  if (line === 'meaning' && isEmpty('readme'))
    return ['The readme is empty, so the page of the SkillSet only shows its description.']
  if (line === 'version' && latest !== null && isEmpty('changelog'))
    return ['The changelog is empty, so users only see the changes that were found by comparing versions.']
  if (line === 'packages') return packageAdvice(document)
  if (line === 'urls') return imageHints(document).map(({ path, message }) => `${path.slice(1)} ${message}.`)
  return []
}

/** Returns the declared addresses that are not public, such as those of this machine or of a private network. */
function insideHosts(document: Json): string[] {
  const permissions = isObject(document) && isObject(document.permissions) ? document.permissions : {}
  return listHosts(permissions).filter((host) => isIP(host) !== 0 && !isPublicAddress(host))
}

function notRunMessage({ skill, index, needs = [] }: ExampleOutcome): string[] {
  if (needs.length === 0) return []
  return [
    `Example ${index + 1} of ${skill} was not run: it ${needsSecrets(needs)}. Enter a value under Test settings, or reviewers see that the example was not run.`,
  ]
}

/** Returns "needs the secret API key". */
export function needsSecrets(labels: readonly string[]): string {
  return `needs the ${labels.length === 1 ? 'secret' : 'secrets'} ${labels.join(', ')}`
}

export function privateCallMessage(name: string): string {
  return `${name} is private to your organisation, so that no other users can run a skill that calls it. Publish it for everyone, or make this SkillSet private.`
}

type EmptyPromise = { index: string; name: string; isDeclared: boolean }

/** Returns the skills with a price whose results may leave out every field. */
function emptyPromises(document: Json): EmptyPromise[] {
  const skills = skillEntries(document)
  return skills.flatMap(([skill, index]) => {
    const { kind, name, slug, response, pricing } = skill
    const price = isObject(pricing) ? parseAmount(pricing.amount) : null
    if (kind === 'instruction' || !price) return []
    const { schema } = response === undefined ? { schema: {} } : canonicalSchema(response)
    if (!schema || !promisesNothing(schema)) return []
    return [{ index: String(index), name: String(name || slug), isDeclared: declaresNoneRequired(response) }]
  })
}

/** Buyers pay for every result that satisfies the contract, even an empty one, so the publisher has to allow that on purpose. */
function checkPromises(document: Json): Issue[] {
  return emptyPromises(document)
    .filter(({ isDeclared }) => !isDeclared)
    .map(({ index }) => ({
      path: `/skills/${index}/response`,
      keyword: 'promise',
      message: 'requires no field, so callers would pay for an empty result',
    }))
}

function emptyPromiseMessage({ name }: EmptyPromise): string {
  return `Results of ${name} may be empty. Buyers are told: “${PROMISES_NOTHING}”`
}

/** Checks a valid range; `checkDocument` reports an invalid one. */
function checkRuntime(document: Json): Issue[] {
  const requires = isObject(document) ? document.requires : undefined
  const runtimeError = typeof requires === 'string' ? runtimeVersionError(requires) : undefined
  return runtimeError ? [{ path: '/requires', keyword: 'requires', message: runtimeError }] : []
}

function checkProviders(document: Json, offered: ChecklistFacts['providers']): Issue[] {
  const providers = isObject(document) ? document.requiredIntegrationProviders : undefined
  if (!Array.isArray(providers) || !offered) return []
  const message = `is not an integration of this site: ${offered.length > 0 ? `use ${offered.join(', ')}` : 'it has none'}, or ask its operator to add it`
  return providers.flatMap((slug, index) =>
    typeof slug === 'string' && !offered.includes(slug)
      ? [{ path: `/requiredIntegrationProviders/${index}`, keyword: 'requires', message }]
      : [],
  )
}

function checkMigrationTests(document: Json, tests: readonly MigrationTest[]): Issue[] {
  const migrations = objectEntries(isObject(document) ? document.migrations : undefined)
  return migrations.flatMap(([{ from }, index]) =>
    tests
      .filter((test) => test.from === from && !test.ok)
      .map(({ title, skillSlug, version, message }) => ({
        path: `/migrations/${index}/definition`,
        keyword: 'migration-test',
        message: `the migration fails on the example “${title}” of ${skillSlug} ${version}: ${message ?? 'the result does not match the contract'}`,
      })),
  )
}

function leftBehindMessage({ major, installs, last }: LeftBehind): string {
  const who = installs === 1 ? 'One organisation has' : `${installs} organisations have`
  return `${who} ${major}.x installed. Without a migration from ${major} they stay on ${last}.`
}

function checkExampleRuns(document: Json, results: ChecklistFacts['examples']): Issue[] {
  const skills = skillEntries(document)
  return skills.flatMap(([{ slug, kind, examples }, index]) => {
    if (kind === 'instruction') return []
    const examplesPath = `/skills/${index}/examples`
    if (objectEntries(examples).length === 0) {
      return [
        {
          path: examplesPath,
          keyword: 'example',
          message: 'add at least one example: examples show what to expect and are run before publishing',
        },
      ]
    }
    const failed = (results ?? []).filter(({ skill, ok }) => skill === slug && !ok)
    return failed.map((each) => ({
      path: `${examplesPath}/${each.index}`,
      keyword: 'example',
      message: `this example fails: ${each.message ?? 'the run failed in the sandbox'}`,
    }))
  })
}

function checkNumber(document: Json, { usedNumbers, latest, bump, reasons }: ChecklistFacts): Issue[] {
  const version = isObject(document) ? document.version : undefined
  if (typeof version !== 'string' || !isVersion(version)) {
    const isAbsent = version === undefined
    return isAbsent ? [number('version is required: a semantic version such as 1.0.0')] : []
  }
  const issues: Issue[] = []
  if (isPrerelease(version))
    issues.push(number(`${version} is a pre-release version, which cannot be submitted`))
  if (usedNumbers.includes(version)) {
    issues.push(number(`${version} has already been used, and version numbers cannot be reused`))
  } else if (latest !== null && !isBumpedAtLeast(latest, version, bump)) {
    const least = bumpVersion(latest, bump)
    const because = reasons.length > 0 ? `, because ${reasons.map(lowercaseFirstLetter).join('; ')}` : ''
    issues.push({
      ...number(`${version} is too low: after ${latest}, it must be at least ${least}${because}`),
      params: { least, bump, reasons: [...reasons] },
    })
  }
  return issues
}

function number(message: string): Issue {
  return { path: '/version', keyword: 'version', message }
}

function lowercaseFirstLetter(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}

/** From docs/spec/skillset-document.md §5. */
const MIN_CHARACTERS = { description: 20, prompt: 40 } as const
const MIN_OWN_LETTERS = 10

function checkMeaning(document: Json): Issue[] {
  const skills = skillEntries(document)
  return skills.flatMap(([skill, index]) =>
    (['description', 'prompt'] as const).flatMap((key) => {
      const message = meaningError(skill, key)
      return message ? [{ path: `/skills/${index}/${key}`, keyword: 'meaning', message: message }] : []
    }),
  )
}

function meaningError(skill: JsonObject, key: keyof typeof MIN_CHARACTERS): string | undefined {
  const text = skill[key]
  if (typeof text !== 'string' || text === '') return undefined
  if ([...text.trim()].length < MIN_CHARACTERS[key]) {
    return `${key} must be at least ${MIN_CHARACTERS[key]} characters to be published: describe ${PURPOSE[key]}`
  }
  const name = keepLetters(typeof skill.name === 'string' ? skill.name : '')
  const own = name === '' ? keepLetters(text) : keepLetters(text).replaceAll(name, '')
  return own.length < MIN_OWN_LETTERS ? `${key} only repeats the name: describe ${PURPOSE[key]}` : undefined
}

const PURPOSE = {
  description: 'what the skill does',
  prompt: 'when to use the skill, and what its input and output are',
} as const

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
