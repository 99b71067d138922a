/**
 * Names that could be taken for those of a skill that people know. Nothing is refused for them, because honest names
 * coincide; the publisher and the reviewer are told.
 */

import type { Context } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { toSkeleton } from '../../../kernel/names/confusable-names.ts'
import { listPopularSkills, type PopularSkill } from '../../rows/popular-names.ts'

/** Returns a sentence for each copied name of a public version; none for private ones, which only members see. */
export async function findCopiedNames(
  { db }: Pick<Context, 'db'>,
  { skillSetId, document }: { skillSetId: string; document: SkillSetDocument },
): Promise<string[]> {
  if (document.visibility === 'PRIVATE') return []
  return describeCopiedNames(document, await listPopularSkills(db, { exceptOrganisationOf: skillSetId }))
}

const MAX_SENTENCES = 10

/** Compares names and slugs with each other, because “Text tools” looks like text_tools. */
export function describeCopiedNames(document: SkillSetDocument, popular: readonly PopularSkill[]): string[] {
  const skillSets = indexBySkeleton(popular, ({ skillSetName, skillSetSlug }) => [skillSetName, skillSetSlug])
  const skills = indexBySkeleton(popular, ({ title, skillSlug }) => [title, skillSlug])
  const copiedSet = findByName(skillSets, [document.name, document.slug])
  const sentences = [
    ...(copiedSet
      ? [
          `The name “${document.name}” (${document.slug}) looks like that of “${copiedSet.skillSetName}” (${copiedSet.publisher}.${copiedSet.skillSetSlug}).`,
        ]
      : []),
    ...document.skills.flatMap(({ name, slug }) => {
      const copied = findByName(skills, [name, slug])
      return copied
        ? [`The name of the skill “${name}” (${slug}) looks like that of “${copied.title}” (${copied.name}).`]
        : []
    }),
  ]
  return sentences.slice(0, MAX_SENTENCES)
}

/** Shorter names, such as “Run”, say too little to be someone's. */
const MIN_LETTERS = 5

type Names = ReadonlyMap<string, PopularSkill>

/** Returns the skills by the skeletons of their names. The first of `popular` with a name wins. */
function indexBySkeleton(
  popular: readonly PopularSkill[],
  namesOf: (skill: PopularSkill) => readonly string[],
): Names {
  const entries = popular.flatMap((skill) => namesOf(skill).map((name) => [toSkeleton(name), skill] as const))
  return new Map(entries.filter(([skeleton]) => skeleton.length >= MIN_LETTERS).toReversed())
}

function findByName(known: Names, names: readonly string[]): PopularSkill | undefined {
  return names.map((name) => known.get(toSkeleton(name))).find((found) => found !== undefined)
}
