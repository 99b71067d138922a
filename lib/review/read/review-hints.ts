/** Hints never refuse anything. */

import { undeclaredHosts } from '../../skillset/checks/definition-hints.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import type { ExampleView, Hint, PermissionChange } from '../model/review-views.ts'

const LONG_LINE = 400

/** Returns what a reviewer should look at: new severe permissions, hidden characters, hosts, failed examples. */
export function reviewHints(
  document: SkillSetDocument,
  { permissions, examples }: { permissions: PermissionChange[]; examples: ExampleView[] },
): Hint[] {
  return [
    ...permissions
      .filter(({ isSevere, mark }) => isSevere && mark === 'new')
      .map(({ sentence }) => hint('permissions', sentence)),
    ...textsOf(document).flatMap(hintsOfText),
    ...hostHints(document),
    ...examples.flatMap(hintsOfExample),
  ]
}

type Text = { name: string; text: string; section: Hint['section']; isCode: boolean }

function textsOf({
  skills,
  name,
  tagline = '',
  description,
  readme = '',
  changelog = '',
  migrations = [],
}: SkillSetDocument): Text[] {
  const code = (of: string, text: string): Text => ({ name: of, text, section: 'code', isCode: true })
  const prose = (of: string, text: string): Text => ({ name: of, text, section: 'words', isCode: false })
  return [
    ...skills.flatMap((skill) => [
      code(`The code of ${skill.slug}`, skill.definition ?? ''),
      { ...prose(`The instructions of ${skill.slug}`, skill.body ?? ''), section: 'code' as const },
      prose(`The prompt of ${skill.slug}`, skill.prompt),
      prose(`The description of ${skill.slug}`, `${skill.name}\n${skill.description}`),
      {
        ...prose(`A schema of ${skill.slug}`, plainText(skill.parameters, skill.response)),
        section: 'schemas' as const,
      },
    ]),
    ...migrations.map(({ from, definition }) => code(`The migration from ${from}`, definition)),
    prose('The description', [name, tagline, description].join('\n')),
    prose('The readme', readme),
    prose('The changelog', changelog),
  ]
}

/** Returns unescaped strings, so that "\u202e" in a schema's text is found. */
function plainText(...values: (object | undefined)[]): string {
  const strings: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (value && typeof value === 'object')
      for (const [key, part] of Object.entries(value)) collect([key, part])
  }
  values.forEach(collect)
  return strings.join(' ')
}

function hintsOfText({ name, text, section, isCode }: Text): Hint[] {
  const hidden = hiddenCharacters(text)
  const longest = isCode ? text.split('\n').findIndex((line) => line.length > LONG_LINE) : -1
  return [
    ...(hidden
      ? [hint(section, `${name} contains ${describeHidden(hidden.count)}, the first in line ${hidden.line}.`)]
      : []),
    ...(longest >= 0
      ? [hint(section, `${name} has a very long line, number ${longest + 1}. Read it to the end.`)]
      : []),
  ]
}

function describeHidden(count: number): string {
  return count === 1 ? 'an invisible character' : `${count} invisible characters`
}

function hostHints({ skills, permissions = {} }: SkillSetDocument): Hint[] {
  return skills.flatMap(({ slug, definition = '' }) =>
    undeclaredHosts(definition, permissions.network ?? []).map(({ host }) =>
      hint('code', `The code of ${slug} mentions ${host}, which its permissions do not include.`),
    ),
  )
}

function hintsOfExample({ title, skillSlug, run, isPromised }: ExampleView): Hint[] {
  const name = `The example “${title}” of ${skillSlug}`
  if (!run)
    return [
      hint('examples', `${name} was not run, because the sandbox does not support everything it needs.`),
    ]
  if (run.warnings.length > 0) return [hint('examples', `${name} violates its response schema.`)]
  if (run.state !== 'succeeded') return [hint('examples', `${name} did not succeed.`)]
  return isPromised === false
    ? [hint('examples', `${name} returned a different output than it declares.`)]
    : []
}

function hint(section: Hint['section'], sentence: string): Hint {
  return { section, sentence }
}

// Allows line breaks, tabs and the emoji variation selector.
const HIDDEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t\n\r\ufe0f]]/gv

// Joiners within emoji and between letters, which several scripts need.
const INNOCENT =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{L}\p{M}*)[\u200c\u200d](?=\p{L})/gu

/**
 * Bidirectional controls and invisible letters could carry instructions past a reviewer. `line` of the first, from 1.
 */
type HiddenCharacters = { count: number; line: number }

export function hiddenCharacters(text: string): HiddenCharacters | undefined {
  const visible = text.replace(INNOCENT, '')
  const found = [...visible.matchAll(HIDDEN)]
  const first = found[0]
  return first && { count: found.length, line: visible.slice(0, first.index).split('\n').length }
}
