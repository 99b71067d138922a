import { buildOutputSchema } from '../../contracts/document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { parseMajor } from '../../contracts/versions/version-number.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { type ContractFeatures, featuresOf, type ListedContract } from './contract-features.ts'

/** Larger contracts are found by the names of their fields only, so that a search need not read megabytes. */
const MAX_CONTRACT_CHARS = 100_000
const MAX_EXAMPLE_CHARS = 2_000

/** Returns null for an instruction. `former` is the document of the major before, if its callers are migrated. */
export function listedContract(
  document: SkillSetDocument,
  skill: SkillDocument,
  former?: SkillSetDocument,
): ListedContract | null {
  if (skill.kind === 'instruction') return null
  const { schema: input = {} } = canonicalSchema(skill.parameters)
  const example = skill.examples?.find(
    ({ input }) => JSON.stringify(input ?? null).length <= MAX_EXAMPLE_CHARS,
  )
  const earlier = former && earlierInput(document, former, skill.slug)
  return {
    input,
    output: buildOutputSchema(skill),
    ...(example && { example: example.input }),
    ...(earlier && { earlier }),
  }
}

function earlierInput(
  { migrations = [] }: SkillSetDocument,
  former: SkillSetDocument,
  slug: string,
): ListedContract['earlier'] {
  const major = String(parseMajor(former.version))
  const skill = former.skills.find((each) => each.slug === slug && each.kind !== 'instruction')
  if (!skill || !migrations.some(({ from }) => from === major)) return undefined
  const { schema: input = {} } = canonicalSchema(skill.parameters)
  return { version: major, input }
}

/** Returns the columns of the catalogue that searches by types use. */
export function contractFields(
  contract: ListedContract | null,
): Partial<ContractFeatures> & { contract?: JsonObject } {
  if (!contract) return {}
  const isStorable = JSON.stringify(contract).length <= MAX_CONTRACT_CHARS
  const stored: JsonObject = isStorable ? contract : { input: {}, output: {} }
  return { ...featuresOf(contract), contract: stored }
}
