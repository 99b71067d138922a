import { loadDemoMarket } from '../../prisma/market/load-demo-market.ts'
import type { OpenedSkill } from '../protocols/skills-protocol/open-skill.ts'

export const DEMO_SKILLS: OpenedSkill[] = loadDemoMarket().flatMap(({ handle, skillSets }) =>
  skillSets.flatMap(({ slug, versions }) => {
    const document = versions.at(-1)!
    return document.skills.map((skill) => ({
      name: `${handle}.${slug}.${skill.slug}`,
      version: document.version,
      document,
      skill,
      isReadable: true,
    }))
  }),
)
