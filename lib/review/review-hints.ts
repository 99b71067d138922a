/**
 * Where a reviewer looks first: what is easy to miss in a long submission.
 *
 * Floor 3, pure. Hints for eyes, never a verdict: nothing is refused here.
 */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import type { ExampleView, Hint, PermissionChange } from './views.ts'

// Nobody reads past the right edge: code is rarely wider than a screen unless a machine wrote it.
const LONG_LINE = 400

export function reviewHints(
  document: SkillSetDocument,
  { permissions, examples }: { permissions: PermissionChange[]; examples: ExampleView[] },
): Hint[] {
  return [
    ...permissions
      .filter(({ isGrave, mark }) => isGrave && mark === 'new')
      .map(({ sentence }) => hint('permissions', sentence)),
    ...textsOf(document).flatMap(hintsOfText),
    ...undeclaredHosts(document),
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
  const words = (of: string, text: string): Text => ({ name: of, text, section: 'words', isCode: false })
  return [
    ...skills.flatMap((skill) => [
      code(`The code of ${skill.slug}`, skill.definition ?? ''),
      { ...words(`The instructions of ${skill.slug}`, skill.body ?? ''), section: 'code' as const },
      words(`The prompt of ${skill.slug}`, skill.prompt),
      words(`The description of ${skill.slug}`, `${skill.name}\n${skill.description}`),
      {
        ...words(`A schema of ${skill.slug}`, plainText(skill.parameters, skill.response)),
        section: 'schemas' as const,
      },
    ]),
    ...migrations.map(({ from, definition }) => code(`The migration from ${from}`, definition)),
    words('The description', [name, tagline, description].join('\n')),
    words('The readme', readme),
    words('The changelog', changelog),
  ]
}

/** JSON with its escapes undone, so that "\u202e" in a schema's words is found too. */
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
      ? [hint(section, `${name} holds ${hiddenWords(hidden.count)}, the first in line ${hidden.line}.`)]
      : []),
    ...(longest >= 0
      ? [hint(section, `${name} has a very long line, number ${longest + 1}: read it to its end.`)]
      : []),
  ]
}

function hiddenWords(count: number): string {
  return count === 1 ? 'an invisible character' : `${count} invisible characters`
}

/** Hosts that stand in the code but not among the permissions. */
function undeclaredHosts({ skills, permissions = {} }: SkillSetDocument): Hint[] {
  const declared = permissions.network ?? []
  return skills.flatMap(({ slug, definition = '' }) => {
    const hosts = [...definition.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]+)/gi)].map(([, host]) =>
      host!.toLowerCase(),
    )
    const odd = [...new Set(hosts)].filter((host) => !declared.some((rule) => fits(host, rule)))
    return odd.map((host) => hint('code', `The code of ${slug} names ${host}, which it may not reach.`))
  })
}

function fits(host: string, rule: string): boolean {
  return rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule
}

function hintsOfExample({ title, skillSlug, run, isPromised }: ExampleView): Hint[] {
  const name = `The example “${title}” of ${skillSlug}`
  if (!run) return [hint('examples', `${name} was not run: it needs what the sandbox does not offer yet.`)]
  if (run.warnings.length > 0) return [hint('examples', `${name} breaks its response schema.`)]
  if (run.state !== 'succeeded') return [hint('examples', `${name} did not succeed.`)]
  return isPromised === false ? [hint('examples', `${name} returned something else than it promises.`)] : []
}

function hint(section: Hint['section'], sentence: string): Hint {
  return { section, sentence }
}
