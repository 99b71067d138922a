/**
 * The deployment checklist: what stands between a draft and being published.
 *
 * Ground, for servers. The lines are a table; each takes the problems that belong to it, and every problem has
 * a pointer that leads to the field that mends it. What a document cannot know (numbers in use, how its examples
 * ran) is passed in, so that this stays a function of its arguments.
 * Source: "Skill Schema & Validation", Deployment Checklist; specification "Product", Life of a version.
 */
import type { Issue } from '../../errors.ts'
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json } from '../json/json.ts'
import { whyNotOnRuntime } from '../version/runtime-version.ts'
import { type Bump, bumped, bumpedAtLeast, isPrerelease, isVersion } from '../version/version-number.ts'
import { checkDocument } from './check-document.ts'
import { checkMeaning } from './meaning.ts'
import type { LeftBehind, MigrationTest } from './migration-tests.ts'

export type ChecklistLine = {
  id: string
  title: string
  ok: boolean
  issues: Issue[]
  /** Sentences worth knowing that stop nothing. */
  advice?: string[]
}

/** How one example of one skill ended in the sandbox. */
export type ExampleResult = { skill: string; index: number; ok: boolean; message?: string }

/** What the checklist has to know and cannot read from the document. */
export type ChecklistFacts = {
  /** Numbers of this SkillSet that cannot be used again. */
  numbersTaken: readonly string[]
  /** The published version this one is measured against; null for the first. */
  latest: string | null
  /** What `changesBetween` demands, and why. */
  bump: Bump
  reasons: readonly string[]
  /** Null when the examples have not been run yet: then they are not held against the draft. */
  examples: readonly ExampleResult[] | null
  /** How the migrations did on old examples; left out when they have not been tried. */
  migrations?: readonly MigrationTest[]
  leftBehind?: readonly LeftBehind[]
}

export const NO_FACTS: ChecklistFacts = {
  numbersTaken: [],
  latest: null,
  bump: 'none',
  reasons: [],
  examples: null,
}

type Line = { id: string; title: string; takes: (issue: Issue) => boolean }

const at = (pattern: RegExp) => (issue: Issue) => pattern.test(issue.path)

// Read from the top: the first line that takes a problem has it.
// biome-ignore format: a table reads in rows
const LINES: readonly Line[] = [
  { id: 'slugs',           title: 'All slugs are well formed and unique',                 takes: at(/^\/slug$|^\/(skills|capabilities)\/[^/]*\/slug$/) },
  { id: 'dangerous',       title: 'No dangerous APIs (eval, Function, require, import)',  takes: ({ keyword }) => keyword === 'dangerous-api' },
  { id: 'handlers',        title: 'Every skill has a handler that can run',               takes: at(/^\/(skills|capabilities)\/[^/]*\/(definition|body)$/) },
  { id: 'parameters',      title: 'Parameters are valid JSON Schema',                     takes: at(/^\/(skills|capabilities)\/[^/]*\/(parameters|input_schema)(\/|$)/) },
  { id: 'response',        title: 'Responses are valid JSON Schema',                      takes: at(/^\/(skills|capabilities)\/[^/]*\/(response|output_schema)(\/|$)/) },
  { id: 'meaning',         title: 'Descriptions and prompts are meaningful',              takes: at(/\/(description|prompt)$/) },
  { id: 'config-defaults', title: 'Optional configuration has defaults',                  takes: at(/^\/configDefinitions\/\d+\/defaultValue$/) },
  { id: 'config-keys',     title: 'Configuration keys are unique',                        takes: at(/^\/configDefinitions\/\d+\/key$/) },
  { id: 'urls',            title: 'Logo, privacy and terms URLs are valid',               takes: at(/^\/(logoImage|bannerImage|privacyPolicy|termsOfService)Url$/) },
  { id: 'examples',        title: 'Every action skill has examples, and they pass',       takes: at(/\/examples(\/|$)/) },
  { id: 'version',         title: 'The version number fits the changes',                  takes: at(/^\/version$/) },
  { id: 'requires',        title: 'It can run on this Guildhall',                         takes: at(/^\/requires$|^\/requiredIntegrationProviders(\/|$)/) },
  { id: 'migrations',      title: 'Migrations turn the input of earlier majors into new', takes: at(/^\/migrations(\/|$)/) },
  { id: 'fields',          title: 'Everything else keeps its rules',                      takes: () => true },
]

/** Every line, red or green, in the order of the table. */
export function checklist(document: Json, facts: ChecklistFacts = NO_FACTS): ChecklistLine[] {
  const issues = [
    ...checkDocument(document),
    ...checkMeaning(document),
    ...checkExampleRuns(document, facts.examples),
    ...checkNumber(document, facts),
    ...checkRuntime(document),
    ...checkProviders(document),
    ...checkMigrationTests(document, facts.migrations ?? []),
  ]
  const sorted = new Map<Line, Issue[]>(LINES.map((line) => [line, []]))
  for (const issue of issues) {
    const line = LINES.find(({ takes }) => takes(issue))
    if (line) sorted.get(line)?.push(issue)
  }
  return LINES.map((line) => {
    const own = sorted.get(line) ?? []
    const advice = line.id === 'migrations' ? (facts.leftBehind ?? []).map(leftBehindWords) : []
    return {
      ...{ id: line.id, title: line.title, ok: own.length === 0, issues: own },
      ...(advice.length > 0 && { advice }),
    }
  })
}

/** Half a range is for the rule of the field. */
function checkRuntime(document: Json): Issue[] {
  const requires = isObject(document) ? document.requires : undefined
  const whyNot = typeof requires === 'string' ? whyNotOnRuntime(requires) : undefined
  return whyNot ? [{ path: '/requires', keyword: 'requires', message: whyNot }] : []
}

/** `whyNotAvailable` refuses every run of such a skill. */
function checkProviders(document: Json): Issue[] {
  const providers = isObject(document) ? document.requiredIntegrationProviders : undefined
  if (!Array.isArray(providers) || providers.length === 0) return []
  return [
    {
      path: '/requiredIntegrationProviders',
      keyword: 'requires',
      message:
        'this Guildhall offers no integrations yet, so nobody could run it: ask for what it needs as configuration',
    },
  ]
}

function checkMigrationTests(document: Json, tests: readonly MigrationTest[]): Issue[] {
  const migrations = eachObject(isObject(document) ? document.migrations : undefined)
  return migrations.flatMap(([{ from }, index]) =>
    tests
      .filter((test) => test.from === from && !test.ok)
      .map(({ title, skillSlug, version, message }) => ({
        path: `/migrations/${index}/definition`,
        keyword: 'migration-test',
        message: `it fails on the example “${title}” of ${skillSlug} ${version}: ${message ?? 'the result does not fit'}`,
      })),
  )
}

function leftBehindWords({ major, installs, last }: LeftBehind): string {
  const who = installs === 1 ? 'One organisation has' : `${installs} organisations have`
  return `${who} ${major}.x installed. Without a migration from ${major} they stay on ${last}.`
}

function checkExampleRuns(document: Json, results: ChecklistFacts['examples']): Issue[] {
  const skills = eachObject(isObject(document) ? document.skills : undefined)
  return skills.flatMap(([{ slug, kind, examples }, index]) => {
    if (kind === 'instruction') return []
    const place = `/skills/${index}/examples`
    if (eachObject(examples).length === 0) {
      return [
        {
          path: place,
          keyword: 'example',
          message:
            'an action skill needs at least one example: it shows what to expect, and is run before publishing',
        },
      ]
    }
    const failed = (results ?? []).filter(({ skill, ok }) => skill === slug && !ok)
    return failed.map((each) => ({
      path: `${place}/${each.index}`,
      keyword: 'example',
      message: `this example does not pass: ${each.message ?? 'it failed in the sandbox'}`,
    }))
  })
}

function checkNumber(document: Json, { numbersTaken, latest, bump, reasons }: ChecklistFacts): Issue[] {
  const version = isObject(document) ? document.version : undefined
  if (typeof version !== 'string' || !isVersion(version)) {
    const isAbsent = version === undefined
    return isAbsent ? [number('version is needed: a semantic version such as 1.0.0')] : []
  }
  const issues: Issue[] = []
  if (isPrerelease(version)) issues.push(number(`${version} is a pre-release: these are for drafts`))
  if (numbersTaken.includes(version)) {
    issues.push(number(`${version} was used before: a number is never used twice`))
  } else if (latest !== null && !bumpedAtLeast(latest, version, bump)) {
    const least = bumped(latest, bump)
    const why = reasons.length > 0 ? `, because ${reasons.map(decapitalised).join('; ')}` : ''
    issues.push({
      ...number(`${version} is too small: after ${latest} it must be at least ${least}${why}`),
      params: { least, bump, reasons: [...reasons] },
    })
  }
  return issues
}

function number(message: string): Issue {
  return { path: '/version', keyword: 'version', message }
}

/** A sentence inside a sentence. Names in quotes keep their capitals. */
function decapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}
