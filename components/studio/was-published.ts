import type { StudioData } from './studio-data.ts'

/** Whether anybody outside may hold on to a version of it. Then the SkillSet stays, and only its draft can go. */
export function wasPublished({ versions }: Pick<StudioData, 'versions'>): boolean {
  return versions.some(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED' || state === 'YANKED')
}
