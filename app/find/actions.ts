'use server'

import { type FoundByTypes, findForPerson } from '#lib/plans/planner/find-for-person.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

/** A public endpoint: the service validates the request. */
export async function findSkillsByTypes(request: unknown): Promise<ActionResult<FoundByTypes>> {
  return performAction({ isCostly: true }, (ctx) => findForPerson(ctx, request))
}
