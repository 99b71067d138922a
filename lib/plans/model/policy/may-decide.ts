import type { MemberRole } from '../../../auth/model/member-roles.ts'
import type { StepApproval } from '../document/plan-document.ts'

/** Returns whether a person with this role in the plan run's organisation, null for outsiders, may decide on a step. */
export function mayDecide(role: MemberRole | null, by: StepApproval['by'] = 'admins'): boolean {
  return role !== null && (role !== 'MEMBER' || by === 'members')
}
