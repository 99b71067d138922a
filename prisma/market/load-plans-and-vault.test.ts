import { expect, test } from 'vitest'
import { EXAMPLE_PLAN } from '#components/docs/guide-samples.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { parsePlan } from '#lib/plans/model/document/parse-plan.ts'
import { resolveReferences, scopeOfItem } from '#lib/plans/model/progress/resolve-references.ts'
import { NO_ACCESS_ENVIRONMENT } from '#lib/testing/no-access-environment.ts'
import { slugifyTitle } from '#lib/tools/util/util-tools.ts'
import { loadPlanTemplates } from './load-plans-and-vault.ts'

const template = loadPlanTemplates().find(({ slug }) => slug === 'files-from-bullets')

test.each([
  ['of the market', template?.document],
  ['of the documentation', EXAMPLE_PLAN as unknown as Json],
])('the plan %s names the file of a bullet in any script', async (_whose, document) => {
  const { steps } = parsePlan(document).plan!
  const step = (id: string) => steps.find((each) => each.id === id)!
  const resolved = (id: string, slugs: Json) => {
    const foreach = { itemName: 'item', ...step(id).foreach, from: [] }
    const scope = { steps: new Map([['slugs', slugs]]), vars: new Map() }
    const { value } = resolveReferences(
      step(id).args,
      scopeOfItem(scope, foreach, { text: '日本語', note: 'a.md' }, 0),
    ) as { value: Json }
    return isObject(value) ? value : {}
  }
  const slug = await slugifyTitle.run(resolved('slugs', null) as { title: string }, NO_ACCESS_ENVIRONMENT)
  expect(resolved('create', [slug as Json]).path).toBe('Ideas/idea.md')
})
