/** SkillSets for journeys that begin later: handed in by the steps of the command line, or approved too. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { publishCommand } from '#bin/commands/publish.ts'
import type { SkillSetDocument } from '#lib/contract/document/skillset-document.ts'
import { approve } from '#lib/review/decide.ts'
import { actAs, connectToSite } from './connect-to-site.ts'
import { freshSlug } from './people.ts'

export type Submitted = { name: string; version: string; submissionId: string }
type Answer = { name: string; version: string; submission_id: string }

/** A small SkillSet that keeps every rule; its one skill says what a parcel costs. */
export function parcelDesk(overrides: Partial<SkillSetDocument> = {}): SkillSetDocument {
  const slug = freshSlug('parcel')
  return {
    slug,
    name: `Parcel desk ${slug.slice(-8)}`,
    version: '1.0.0',
    description: 'Says what sending a parcel costs with a small carrier.',
    changelog: 'The first version.',
    visibility: 'PUBLIC',
    categories: ['commerce'],
    skills: [parcelSkill()],
    ...overrides,
  }
}

/** `perKilo` is the price in the code, so that two versions differ. */
export function parcelSkill(perKilo = '0.8'): SkillSetDocument['skills'][number] {
  return {
    slug: 'quote',
    name: 'Quote a parcel',
    description: 'Says what sending a parcel costs, by its weight.',
    prompt:
      'Use this skill to quote the price of sending a parcel. It takes the weight in kilograms and returns the price in euro.',
    definition: `async function handler({ parameters }) {
  const price = 4 + parameters.weight * ${perKilo}
  return { message: \`That costs \${price.toFixed(2)} euro.\`, price }
}
`,
    parameters: {
      type: 'object',
      properties: { weight: { type: 'number', description: 'Kilograms', minimum: 0.1, maximum: 30 } },
      required: ['weight'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { message: { type: 'string' }, price: { type: 'number', description: 'Euro' } },
      required: ['message', 'price'],
    },
    examples: [{ title: 'Two kilos', input: { weight: 2 } }],
  }
}

/** Hands the document in as the demo publisher. Fails with the command's own words when it is refused. */
export async function submitFile(document: SkillSetDocument): Promise<Submitted> {
  connectToSite()
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-file-')), 'skillset.json')
  await fs.writeFile(file, JSON.stringify(document))
  const options = { email: 'publisher@demo.local', publisher: 'ledgerworks' }
  const said = await publishCommand.run({ words: [file], options, flags: {} })
  const answer = said?.json as Answer
  return { name: answer.name, version: answer.version, submissionId: answer.submission_id }
}

/** Hands the document in and lets it into the catalogue, as the demo admin does on the desk. */
export async function publishFile(document: SkillSetDocument): Promise<Submitted> {
  const submitted = await submitFile(document)
  await approve(await actAs('admin@demo.local'), { submissionId: submitted.submissionId, reason: '' })
  return submitted
}
