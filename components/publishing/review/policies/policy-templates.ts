import { POLICIES, policyText } from '#lib/publishing/model/policies.ts'

/** For the dialogs in which an admin gives a reason. */
export const POLICY_TEMPLATES = POLICIES.map((policy) => ({
  label: `${policy.code} ${policy.title}`,
  text: policyText(policy),
}))

/** For the menus in which a reviewer names the policy of a finding. */
export const POLICY_OPTIONS = POLICIES.map(({ code, title }) => [code, `${code} ${title}`] as const)
