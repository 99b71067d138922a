/** What a reviewer should look at in a submission. Hints refuse nothing: honest skills have them, too. */

import { undeclaredHosts } from '../../../contracts/checks/definition-hints.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { promisesNothing } from '../../../contracts/results/promised-fields.ts'
import {
  type DocumentText,
  documentTexts,
  type SeparateFile,
} from '../../../contracts/texts/document-texts.ts'
import { findSecrets } from '../../../contracts/texts/find-secrets.ts'
import {
  asksToOverride,
  asksToSendSecrets,
  changingLinks,
  fetchedPrograms,
  hasHiddenComment,
  shorten,
} from '../../../contracts/texts/risky-instructions.ts'
import { canonicalSchema } from '../../../json-schema/parse/canonical-schema.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { priceOf } from '../../../kernel/money.ts'
import {
  type HiddenCharacters,
  hiddenCharacters,
  misleadingIdentifiers,
  misleadingWords,
} from '../../../kernel/text/hidden-characters.ts'
import { plural } from '../../../kernel/text/plural.ts'
import type { ExampleView, Hint, PermissionChange, SecretAnswer } from '../review-views.ts'

const LONG_LINE = 400

type Findings = {
  permissions: PermissionChange[]
  examples: ExampleView[]
  /** The version that users have now. */
  approved?: SkillSetDocument | null
  /** Files that are stored outside the document. */
  files?: SeparateFile[]
  /** How many more there are, which are too large to be searched. */
  unreadFiles?: number
  /** What the publisher said about possible secrets. */
  answers?: SecretAnswer[]
  /** Sentences about names that look like those of skills that people know. */
  copiedNames?: string[]
}

/**
 * Returns what a reviewer should look at: permissions, hidden characters anywhere, secrets with the publisher's answers,
 * instructions that lead elsewhere, hosts and failed examples. Expensive: use a worker thread.
 */
export function reviewHints(document: SkillSetDocument, findings: Findings): Hint[] {
  const {
    permissions,
    examples,
    approved = null,
    files = [],
    unreadFiles = 0,
    answers = [],
    copiedNames = [],
  } = findings
  const texts = documentTexts(document as Json, files)
  return dropDuplicates([
    ...permissions
      .filter(({ isSevere, status }) => isSevere && status === 'added')
      .map(({ sentence }) => createHint('permissions', sentence)),
    ...newHostHints(document, approved),
    ...copiedNames.map((sentence) =>
      createHint('words', `${sentence} Check that users can tell them apart.`),
    ),
    ...secretHints(document, files, answers),
    ...(unreadFiles > 0
      ? [
          createHint(
            'code',
            `${plural(unreadFiles, 'file')} could not be searched, because they are too large.`,
          ),
        ]
      : []),
    ...hiddenHints(texts),
    ...scriptHints(texts),
    ...texts.flatMap(longLineHints),
    ...instructionHints(document, texts),
    ...codeHints(document),
    ...promptHints(document, approved),
    ...promiseHints(document),
    ...hostHints(document),
    ...examples.flatMap(exampleHints),
  ])
}

function dropDuplicates(hints: readonly Hint[]): Hint[] {
  return [...new Map(hints.map((hint) => [`${hint.section} ${hint.sentence}`, hint])).values()]
}

/** An update that reaches another host can send everything there, which a line in the list of permissions does not say loudly enough. */
function newHostHints({ permissions = {} }: SkillSetDocument, approved: SkillSetDocument | null): Hint[] {
  if (!approved) return []
  const before = approved.permissions ?? {}
  const hosts = (permissions.network ?? []).filter((host) => !before.network?.includes(host))
  const names = (permissions.urlParameters ?? []).filter((name) => !before.urlParameters?.includes(name))
  return [...hosts, ...names.map((name) => `any public web address in “${name}”`)].map((place) =>
    createHint('permissions', `This update can send data to ${place}, which the approved version could not.`),
  )
}

function secretHints(
  document: SkillSetDocument,
  files: SeparateFile[],
  answers: readonly SecretAnswer[],
): Hint[] {
  return findSecrets(document as Json, files).map(({ id, sentence, section }) => {
    const answer = answers.find((each) => each.id === id)
    return createHint(
      section,
      `${sentence}. ${answer ? `The publisher says: “${answer.reason}”` : 'The publisher has not explained it.'}`,
    )
  })
}

/** Returns one hint for each part of the document, however many of its texts have hidden characters. */
function hiddenHints(texts: readonly DocumentText[]): Hint[] {
  const parts = new Map<
    string,
    { section: Hint['section']; found: (HiddenCharacters & { text: string })[] }
  >()
  for (const { label, section, text } of texts) {
    const hidden = hiddenCharacters(text)
    if (!hidden) continue
    const part = parts.get(label) ?? { section, found: [] }
    part.found.push({ ...hidden, text })
    parts.set(label, part)
  }
  return [...parts].map(([label, { section, found }]) =>
    createHint(section, `${label} contains ${describeHidden(found)}.`),
  )
}

const MAX_NAMES = 3

function describeHidden(found: (HiddenCharacters & { text: string })[]): string {
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const names = [...new Set(found.flatMap((match) => match.names))]
  const some = `${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`
  const what = count === 1 ? 'an invisible character' : `${count} invisible characters`
  const [first] = found
  const line = found.length === 1 && first?.text.includes('\n') ? `, the first in line ${first.line}` : ''
  return `${what} (${some})${line}`
}

/**
 * Finds letters of another alphabet that look like Latin ones, in code and names. Prose is left out, because it may be in
 * any language.
 */
function scriptHints(texts: readonly DocumentText[]): Hint[] {
  return texts.flatMap(({ label, section, kind, text, key }) => {
    const isFieldName = kind === 'data' && key === undefined
    const words =
      kind === 'code'
        ? misleadingIdentifiers(text)
        : kind === 'name' || kind === 'file' || isFieldName
          ? misleadingWords(text)
          : []
    if (words.length === 0) return []
    const some = words.slice(0, MAX_NAMES).map((word) => `“${word}”`)
    return [
      createHint(
        section,
        `${label} contains letters of other alphabets that look like Latin ones, in ${some.join(', ')}${words.length > MAX_NAMES ? ' and others' : ''}.`,
      ),
    ]
  })
}

function longLineHints({ label, section, kind, text }: DocumentText): Hint[] {
  const longest = kind === 'code' ? text.split('\n').findIndex((line) => line.length > LONG_LINE) : -1
  if (longest < 0) return []
  return [createHint(section, `${label} has a very long line, number ${longest + 1}. Read it to the end.`)]
}

const MAX_LINKS = 5

/** Looks at prompts, instructions and the files beside them, because agents follow these with the rights of their user. */
function instructionHints({ skills }: SkillSetDocument, texts: readonly DocumentText[]): Hint[] {
  return texts.flatMap(({ pointer, label, section, kind, text }): Hint[] => {
    const isReadByAgents = kind === 'instructions' || kind === 'file' || pointer.endsWith('/prompt')
    if (!isReadByAgents) return []
    const skill = skills[Number(pointer.split('/')[2])]
    const { editable, followed, other } = changingLinks(text)
    const isInstruction = skill?.kind === 'instruction'
    return [
      ...fetchedPrograms(text).map((command) =>
        createHint(section, `${label} tells agents to download and run a program: ${command}`),
      ),
      ...linkHints(
        section,
        `${label} links to content that anyone with access can change after the review`,
        editable,
      ),
      ...linkHints(
        section,
        `${label} tells agents to fetch or follow pages that can change after the review`,
        followed,
      ),
      ...(isInstruction && kind === 'instructions'
        ? linkHints(section, `${label} links to other pages that can change after the review`, other)
        : []),
      ...(asksToSendSecrets(text)
        ? [createHint(section, `${label} tells agents to send secrets elsewhere.`)]
        : []),
      ...(asksToOverride(text)
        ? [
            createHint(
              section,
              `${label} tells agents to ignore other instructions, or to hide something from the user.`,
            ),
          ]
        : []),
      ...(kind === 'instructions' && hasHiddenComment(text)
        ? [
            createHint(
              section,
              `${label} contains an HTML comment, which agents read and the rendered page hides.`,
            ),
          ]
        : []),
    ]
  })
}

function linkHints(section: Hint['section'], sentence: string, links: readonly string[]): Hint[] {
  if (links.length === 0) return []
  const some = links.slice(0, MAX_LINKS).map(shorten).join(', ')
  const more = links.length > MAX_LINKS ? ` and ${links.length - MAX_LINKS} more` : ''
  return [createHint(section, `${sentence}: ${some}${more}`)]
}

// Signs of code that behaves differently in a review than afterwards.
const CODE_SIGNS: readonly [RegExp, string][] = [
  [
    /\b(?:Date\.now\(\)|new Date\(\)(?:\.getTime\(\))?|time\.time\(\)|datetime\.(?:now|utcnow)\([^)]{0,40}\)|date\.today\(\))\s{0,4}(?:[<>]=?|[!=]==?)/,
    'compares the current time, so it may behave differently later.',
  ],
  [
    /\bcontext(?:\.|\?\.|\[["'])(?:organizationName|organisationName|orgName|orgId|organizationId|userEmail)\b/,
    'reads which organisation runs it, so it may behave differently for others than for you.',
  ],
]

function codeHints({ skills }: SkillSetDocument): Hint[] {
  return skills.flatMap(({ slug, definition = '' }) =>
    CODE_SIGNS.filter(([pattern]) => pattern.test(definition)).map(([, sentence]) =>
      createHint('code', `The code of ${slug} ${sentence}`),
    ),
  )
}

/** A changed prompt changes when agents call the skill and what they pass, whatever the version number says. */
function promptHints({ skills }: SkillSetDocument, approved: SkillSetDocument | null): Hint[] {
  return skills.flatMap(({ slug, prompt }) => {
    const before = approved?.skills.find((each) => each.slug === slug)
    return before && before.prompt !== prompt
      ? [createHint('words', `The prompt of ${slug} changed. Agents follow it.`)]
      : []
  })
}

/** Names paid skills whose contract allows an empty result, which callers pay for all the same. */
function promiseHints({ skills }: SkillSetDocument): Hint[] {
  return skills
    .filter((skill) => skill.kind !== 'instruction' && priceOf(skill) > 0n)
    .filter(({ response }) => promisesNothing(response && canonicalSchema(response).schema))
    .map(({ slug }) => createHint('schemas', `Callers of ${slug} pay for results that may be empty.`))
}

/** Names hosts in code that the permissions lack. The guard refuses requests to them, so they are a mistake or a message. */
function hostHints({ skills, permissions = {} }: SkillSetDocument): Hint[] {
  return skills.flatMap(({ slug, definition = '' }) =>
    undeclaredHosts(definition, permissions.network ?? []).map(({ host }) =>
      createHint('code', `The code of ${slug} mentions ${host}, which its permissions do not include.`),
    ),
  )
}

function exampleHints({ title, skillSlug, run, notRun, isPromised }: ExampleView): Hint[] {
  const name = `The example “${title}” of ${skillSlug}`
  if (!run)
    return [
      createHint(
        'examples',
        notRun
          ? `${name} was not run: it ${notRun}.`
          : `${name} was not run, because the sandbox does not support everything that it needs.`,
      ),
    ]
  if (run.warnings.length > 0) return [createHint('examples', `${name} violates its response schema.`)]
  if (run.state !== 'succeeded') return [createHint('examples', `${name} did not succeed.`)]
  return isPromised === false
    ? [createHint('examples', `${name} returned a different output than it declares.`)]
    : []
}

function createHint(section: Hint['section'], sentence: string): Hint {
  return { section, sentence }
}
