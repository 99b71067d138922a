/** What a SKILL.md says of its skill, as the fields of a document. Ground, pure. */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import type { Issue } from '../errors.ts'
import { hyphenated } from './skill-markdown.ts'

const MAX_DESCRIPTION = 500

type Given = {
  frontmatter: JsonObject
  slug: string
  name: string
  /** The manifest's own description. */
  said?: string
}

type Words = {
  description: string
  more: Pick<SkillDocument, 'license' | 'compatibility' | 'metadata'>
  findings: Issue[]
}

/** A description that is too long is kept whole in the metadata, and its first sentences stand for it. */
export function wordsOf({ frontmatter, slug, name, said }: Given): Words {
  const { license, compatibility, 'allowed-tools': allowedTools } = frontmatter
  const whole = textOf(frontmatter.description) ?? textOf(frontmatter.short_description) ?? said ?? ''
  const short = said !== undefined && said.length <= MAX_DESCRIPTION ? said : firstSentences(whole)
  const original = textOf(frontmatter.name)
  const metadata = {
    ...(isObject(frontmatter.metadata) && frontmatter.metadata),
    ...(original !== undefined && original !== hyphenated(slug) && { name: original }),
    ...(whole !== short && { description: whole }),
    ...(allowedTools !== undefined && { 'allowed-tools': allowedTools }),
  }
  const isShortened = whole.length > MAX_DESCRIPTION && whole !== said
  const message = `The description of ${name} has ${whole.length} characters; its first sentences stand for it, and the whole of it is kept in the metadata.`
  return {
    description: short,
    more: {
      ...(textOf(license) !== undefined && { license: textOf(license)?.slice(0, MAX_DESCRIPTION) }),
      ...(textOf(compatibility) !== undefined && { compatibility: textOf(compatibility) }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    findings: isShortened ? [{ path: '/description', keyword: 'shortened', message }] : [],
  }
}

/** As many whole sentences as there is room for; else as many words. */
function firstSentences(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= MAX_DESCRIPTION) return trimmed
  const room = trimmed.slice(0, MAX_DESCRIPTION - 1).toWellFormed()
  const sentences = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(room)?.[0]
  return sentences && sentences.length > 40 ? sentences : `${room.replace(/\s+\S*$/, '')}…`
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
