import { createHash } from 'node:crypto'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { isSlug, slugFrom } from '../../kernel/names/skill-name.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { toHyphenatedName } from './skill-markdown.ts'

const MAX_DESCRIPTION = 500

type TextSources = {
  frontmatter: JsonObject
  slug: string
  name: string
  manifestDescription?: string
  /** Fields that are not of the format. `tags` and `short_description` among them become fields of the skill. */
  unknown?: JsonObject
}

type SkillTexts = {
  description: string
  tags?: string[]
  more: Pick<SkillDocument, 'license' | 'compatibility' | 'metadata'>
  findings: Issue[]
}

/**
 * Returns the texts of a skill from its front matter. A description that is too long is shortened to its first sentences, and
 * stored whole in the metadata.
 */
export function readSkillTexts({
  frontmatter,
  slug,
  name,
  manifestDescription,
  unknown = {},
}: TextSources): SkillTexts {
  const { license, compatibility, 'allowed-tools': allowedTools } = frontmatter
  const whole =
    readText(frontmatter.description) ?? readText(frontmatter.short_description) ?? manifestDescription ?? ''
  const short =
    manifestDescription !== undefined && manifestDescription.length <= MAX_DESCRIPTION
      ? manifestDescription
      : firstSentences(whole)
  const originalName = readText(frontmatter.name)
  const { tags: tagText, ...own } = isObject(frontmatter.metadata) ? frontmatter.metadata : {}
  const tags = readTags(frontmatter.tags) ?? readTags(tagText)
  const { tags: otherTags, short_description: _, ...others } = unknown
  const metadata = {
    ...others,
    ...(otherTags !== undefined && !readTags(otherTags) && { tags: otherTags }),
    ...(tagText !== undefined && !readTags(tagText) && { tags: tagText }),
    ...own,
    ...(originalName !== undefined && originalName !== toHyphenatedName(slug) && { name: originalName }),
    ...(whole !== short && { description: whole }),
    ...(allowedTools !== undefined && { 'allowed-tools': allowedTools }),
  }
  const isShortened = whole.length > MAX_DESCRIPTION && whole !== manifestDescription
  const message = `The description of ${name} has ${whole.length} characters, so only its first sentences are used. The full text is stored in the metadata.`
  return {
    description: short,
    ...(tags && { tags }),
    more: {
      ...(readText(license) !== undefined && { license: readText(license)?.slice(0, MAX_DESCRIPTION) }),
      ...(readText(compatibility) !== undefined && { compatibility: readText(compatibility) }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    findings: isShortened ? [{ path: '/description', keyword: 'shortened', message }] : [],
  }
}

const MAX_TAGS = 20
const MAX_TAG_CHARS = 40

/** Reads tags from a list, as earlier exports have it, or from text such as “a, b”. Returns undefined for invalid tags. */
function readTags(value: Json | undefined): string[] | undefined {
  const texts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const tags = texts.map((each) => (typeof each === 'string' ? each.trim() : ''))
  const isFine = tags.every((tag) => tag.length >= 1 && tag.length <= MAX_TAG_CHARS)
  const isUnique = new Set(tags).size === tags.length
  return tags.length > 0 && tags.length <= MAX_TAGS && isFine && isUnique ? tags : undefined
}

function firstSentences(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= MAX_DESCRIPTION) return trimmed
  const room = trimmed.slice(0, MAX_DESCRIPTION - 1).toWellFormed()
  const sentences = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(room)?.[0]
  return sentences && sentences.length > 40 ? sentences : `${room.replace(/\s+\S*$/, '')}…`
}

function readText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Returns the slug for a name: with underscores for hyphens if that is a slug, else one derived from it, with a finding. */
export function chooseSlug(name: string): { slug: string; finding: Issue[] } {
  const plain = name.replaceAll('-', '_')
  if (isSlug(plain)) return { slug: plain, finding: [] }
  const digest = createHash('sha256').update(name.normalize('NFKC')).digest('hex')
  const slug = slugFrom(name) || `skill_${digest.slice(0, 8)}`
  const message = `“${name}” cannot be used in a URL, so the skill's slug is “${slug}”. You can change it before you publish.`
  return { slug, finding: [{ path: '/slug', keyword: 'slug', message }] }
}
