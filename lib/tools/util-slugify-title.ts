/** `util.slugifyTitle`: a title as a name for files and addresses. Floor 3, pure. */
import type { Tool } from './tool.ts'

const DEFAULT_LENGTH = 100

type Input = { title: string; maxLength?: number }

export const slugifyTitle: Tool<Input, { slug: string }> = {
  name: 'util.slugifyTitle',
  title: 'Make a slug',
  description: 'Turns a title into a slug: lower case, letters a–z, digits and hyphens, nothing else.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', description: 'The title, in any script.' },
      maxLength: {
        type: 'integer',
        minimum: 1,
        description: `The most characters the slug may have; ${DEFAULT_LENGTH} when absent.`,
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['slug'],
    properties: {
      slug: { type: 'string', description: 'The slug; empty when nothing of the title can stay.' },
    },
  },
  preview: 'Make a slug of “{title}”',
  run: ({ title, maxLength = DEFAULT_LENGTH }) => ({ slug: slugOfTitle(title, maxLength) }),
}

/** "" when nothing of the title can stay. */
export function slugOfTitle(title: string, maxLength: number): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  return cutAtHyphen(slug, maxLength)
}

/** Ends with a whole word where there is one. */
function cutAtHyphen(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength)
  const lastHyphen = slug[maxLength] === '-' ? maxLength : cut.lastIndexOf('-')
  return lastHyphen > 0 ? cut.slice(0, lastHyphen) : cut
}
