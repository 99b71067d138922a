import { writeFileSync } from 'node:fs'
import { research } from './research.ts'

writeFileSync('skillset.json', JSON.stringify(research.toDocument(), null, 2))
