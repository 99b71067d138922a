import { expect, test } from 'vitest'
import type { RiskLevel, SkillDocument } from '../document/skillset-document.ts'
import { riskIn } from './permission-lines.ts'

// biome-ignore format: table
test.each<[tools: string[], skill: Pick<SkillDocument, 'riskLevel' | 'kind'>, risk: RiskLevel]>([
  [[],                                {},                        'read-only'],
  [['vault.readFile'],                {},                        'read-only'],
  [['vault.readFile', 'vault.delete'], {},                       'writes'],
  [['vault.delete', 'commands.run'],  { riskLevel: 'read-only' }, 'commands'],
  [['vault.readFile'],                { riskLevel: 'writes' },   'writes'],
  [['no.such', 'toString'],           {},                        'read-only'],
  [['vault.delete'],                  { kind: 'instruction' },   'read-only'],
])('the risk of a skill with the tools %j and the fields %j is “%s”', (tools, skill, risk) => {
  expect(riskIn({ permissions: { tools } }, skill)).toBe(risk)
})
