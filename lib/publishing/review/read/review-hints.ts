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
import type { HintRuleId } from '../../model/review-rules.ts'
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
      .map(({ sentence }) =>
        createHint('severe-permission', 'permissions', sentence, { pointer: '/permissions' }),
      ),
    ...newHostHints(document, approved),
    ...copiedNames.map((sentence) =>
      createHint('copied-name', 'words', `${sentence} Check that users can tell them apart.`),
    ),
    ...secretHints(document, files, answers),
    ...(unreadFiles > 0
      ? [
          createHint(
            'unread-file',
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
    createHint(
      'new-host',
      'permissions',
      `This update can send data to ${place}, which the approved version could not.`,
      { pointer: '/permissions' },
    ),
  )
}

function secretHints(
  document: SkillSetDocument,
  files: SeparateFile[],
  answers: readonly SecretAnswer[],
): Hint[] {
  return findSecrets(document as Json, files).map(({ id, sentence, section, pointer, line }) => {
    const answer = answers.find((each) => each.id === id)
    return createHint(
      'possible-secret',
      section,
      `${sentence}. ${answer ? `The publisher says: “${answer.reason}”` : 'The publisher has not explained it.'}`,
      { pointer, line },
    )
  })
}

/** Returns one hint for each part of the document, however many of its texts have hidden characters. */
function hiddenHints(texts: readonly DocumentText[]): Hint[] {
  const parts = new Map<
    string,
    { section: Hint['section']; pointer: string; found: (HiddenCharacters & { text: string })[] }
  >()
  for (const { label, section, text, pointer } of texts) {
    const hidden = hiddenCharacters(text)
    if (!hidden) continue
    const part = parts.get(label) ?? { section, pointer, found: [] }
    part.found.push({ ...hidden, text })
    parts.set(label, part)
  }
  return [...parts].map(([label, { section, pointer, found }]) =>
    createHint('hidden-characters', section, `${label} contains ${describeHidden(found)}.`, {
      pointer,
      line: found[0]?.text.includes('\n') ? found[0].line : null,
    }),
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
  return texts.flatMap(({ label, section, kind, text, key, pointer }) => {
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
        'confusable-letters',
        section,
        `${label} contains letters of other alphabets that look like Latin ones, in ${some.join(', ')}${words.length > MAX_NAMES ? ' and others' : ''}.`,
        { pointer },
      ),
    ]
  })
}

function longLineHints({ label, section, kind, text, pointer }: DocumentText): Hint[] {
  const longest = kind === 'code' ? text.split('\n').findIndex((line) => line.length > LONG_LINE) : -1
  if (longest < 0) return []
  const sentence = `${label} has a very long line, number ${longest + 1}. Read it to the end.`
  return [createHint('long-line', section, sentence, { pointer, line: longest + 1 })]
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
    const hint = (rule: HintRuleId, sentence: string) =>
      createHint(rule, section, `${label} ${sentence}`, { pointer })
    return [
      ...fetchedPrograms(text).map((command) =>
        hint('fetched-program', `tells agents to download and run a program: ${command}`),
      ),
      ...listLinks('links to content that anyone with access can change after the review', editable).map(
        (sentence) => hint('changing-link', sentence),
      ),
      ...listLinks('tells agents to fetch or follow pages that can change after the review', followed).map(
        (sentence) => hint('changing-link', sentence),
      ),
      ...(isInstruction && kind === 'instructions'
        ? listLinks('links to other pages that can change after the review', other).map((sentence) =>
            hint('outside-link', sentence),
          )
        : []),
      ...(asksToSendSecrets(text) ? [hint('sends-secrets', 'tells agents to send secrets elsewhere.')] : []),
      ...(asksToOverride(text)
        ? [
            hint(
              'overrides-agent',
              'tells agents to ignore other instructions, or to hide something from the user.',
            ),
          ]
        : []),
      ...(kind === 'instructions' && hasHiddenComment(text)
        ? [hint('hidden-comment', 'contains an HTML comment, which agents read and the rendered page hides.')]
        : []),
    ]
  })
}

/** Returns one sentence about the links, or none without links. */
function listLinks(sentence: string, links: readonly string[]): string[] {
  if (links.length === 0) return []
  const some = links.slice(0, MAX_LINKS).map(shorten).join(', ')
  const more = links.length > MAX_LINKS ? ` and ${links.length - MAX_LINKS} more` : ''
  return [`${sentence}: ${some}${more}`]
}

// Signs of code that behaves differently in a review than afterwards.
const CODE_SIGNS: readonly [HintRuleId, RegExp, string][] = [
  [
    'depends-on-time',
    /\b(?:Date\.now\(\)|new Date\(\)(?:\.getTime\(\))?|time\.time\(\)|datetime\.(?:now|utcnow)\([^)]{0,40}\)|date\.today\(\))\s{0,4}(?:[<>]=?|[!=]==?)/,
    'compares the current time, so it may behave differently later.',
  ],
  [
    'depends-on-caller',
    /\bcontext(?:\.|\?\.|\[["'])(?:organizationName|organisationName|orgName|orgId|organizationId|userEmail)\b/,
    'reads which organisation runs it, so it may behave differently for others than for you.',
  ],
]

function codeHints({ skills }: SkillSetDocument): Hint[] {
  return skills.flatMap(({ slug, definition = '' }, index) =>
    CODE_SIGNS.flatMap(([rule, pattern, sentence]) => {
      const at = definition.search(pattern)
      if (at < 0) return []
      return [createHint(rule, 'code', `The code of ${slug} ${sentence}`, inCode(index, definition, at))]
    }),
  )
}

function inCode(skill: number, code: string, at: number): Pick<Hint, 'pointer' | 'line'> {
  return { pointer: `/skills/${skill}/definition`, line: code.slice(0, at).split('\n').length }
}

/** A changed prompt changes when agents call the skill and what they pass, whatever the version number says. */
function promptHints({ skills }: SkillSetDocument, approved: SkillSetDocument | null): Hint[] {
  return skills.flatMap(({ slug, prompt }, index) => {
    const before = approved?.skills.find((each) => each.slug === slug)
    return before && before.prompt !== prompt
      ? [
          createHint('changed-prompt', 'words', `The prompt of ${slug} changed. Agents follow it.`, {
            pointer: `/skills/${index}/prompt`,
          }),
        ]
      : []
  })
}

/** Names paid skills whose contract allows an empty result, which callers pay for all the same. */
function promiseHints({ skills }: SkillSetDocument): Hint[] {
  return skills.flatMap((skill, index) => {
    const { slug, kind, response } = skill
    if (kind === 'instruction' || priceOf(skill) === 0n) return []
    if (!promisesNothing(response && canonicalSchema(response).schema)) return []
    const sentence = `Callers of ${slug} pay for results that may be empty.`
    return [createHint('empty-promise', 'schemas', sentence, { pointer: `/skills/${index}/response` })]
  })
}

/** Names hosts in code that the permissions lack. The guard refuses requests to them, so they are a mistake or a message. */
function hostHints({ skills, permissions = {} }: SkillSetDocument): Hint[] {
  return skills.flatMap(({ slug, definition = '' }, skill) =>
    undeclaredHosts(definition, permissions.network ?? []).map(({ host, index }) =>
      createHint(
        'undeclared-host',
        'code',
        `The code of ${slug} mentions ${host}, which its permissions do not include.`,
        inCode(skill, definition, index),
      ),
    ),
  )
}

function exampleHints({ title, skillSlug, run, notRun, isPromised }: ExampleView): Hint[] {
  const name = `The example “${title}” of ${skillSlug}`
  if (!run)
    return [
      createHint(
        'example-not-run',
        'examples',
        notRun
          ? `${name} was not run: it ${notRun}.`
          : `${name} was not run, because the sandbox does not support everything that it needs.`,
      ),
    ]
  if (run.warnings.length > 0)
    return [createHint('example-breaks', 'examples', `${name} violates its response schema.`)]
  if (run.state !== 'succeeded') return [createHint('example-failed', 'examples', `${name} did not succeed.`)]
  return isPromised === false
    ? [createHint('example-differs', 'examples', `${name} returned a different output than it declares.`)]
    : []
}

function createHint(
  rule: HintRuleId,
  section: Hint['section'],
  sentence: string,
  { pointer = null, line = null }: Partial<Pick<Hint, 'pointer' | 'line'>> = {},
): Hint {
  return { rule, section, sentence, pointer, line }
}
