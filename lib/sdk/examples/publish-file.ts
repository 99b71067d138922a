import { writeFileSync } from 'node:fs'
import { research } from './research.ts'

export function writeSkillSet(file = 'skillset.json') {
  writeFileSync(file, JSON.stringify(research.toDocument(), null, 2))
}
