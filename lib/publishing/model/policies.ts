/**
 * What may be published: the reasons for decisions on submissions, reports and restrictions. Reviewers begin with the
 * template of a policy, whose code publishers find at /docs/policies. A code never changes its meaning.
 */

export type Policy = {
  code: string
  title: string
  rule: string
  /** What a reviewer writes to the publisher; they complete it. */
  template: string
}

// biome-ignore format: table
export const POLICIES: readonly Policy[] = [
  { code: 'P1',  title: 'Does what it says',      rule: 'Names, descriptions, prompts and examples describe what the skill does. Its examples run.',                                             template: 'The skill does something other than its description says:' },
  { code: 'P2',  title: 'No secrets',             rule: 'Documents, code and files contain no passwords, keys or tokens. Secrets are settings of the organisation that runs the skill.',        template: 'The submission contains a secret. Revoke it, then use a setting of the kind “Secret” instead. It is in:' },
  { code: 'P3',  title: 'Least permissions',      rule: 'A SkillSet asks for the hosts, secrets, tools and files that it needs, and sends data to them for its stated purpose only.',            template: 'The SkillSet asks for permissions that it does not need, or sends more than its purpose needs:' },
  { code: 'P4',  title: 'No hidden behaviour',    rule: 'Code is readable, behaves the same in review and afterwards, and does not fetch code or instructions that were not reviewed.',         template: 'The code, or what it fetches, cannot be reviewed or may behave differently later:' },
  { code: 'P5',  title: 'Honest to agents',       rule: 'Prompts and instructions say when to use the skill. They do not ask agents to ignore others, to hide something or to pass on data.',    template: 'The prompt or the instructions direct agents to more than the use of the skill:' },
  { code: 'P6',  title: 'Own name',               rule: 'Publishers, SkillSets and skills do not take the name, logo or look of another.',                                                       template: 'The name, logo or text can be taken for that of another publisher:' },
  { code: 'P7',  title: 'Right to publish',       rule: 'The publisher may publish the code, the files and the data, and keeps the licences of what they contain.',                               template: 'You may not have the right to publish this, or its licence is missing:' },
  { code: 'P8',  title: 'No harm',                rule: 'No malware, fraud, spam, attacks on others, or tracking of people without their knowledge.',                                             template: 'The SkillSet harms users or others:' },
  { code: 'P9',  title: 'Lawful content',         rule: 'No content that is illegal where this site is operated.',                                                                               template: 'The content is not permitted by law:' },
  { code: 'P10', title: 'Fair price',             rule: 'A paid skill returns what its price is for. Changes of the price are announced with a new version.',                                    template: 'The price does not fit what callers get:' },
  { code: 'P11', title: 'Works and is looked after', rule: 'A published skill keeps working. A publisher answers when it fails for its users.',                                                  template: 'The skill fails for its users:' },
]

/** Returns the text of a template, with the policy that it quotes. */
export function policyText({ code, title, template }: Policy): string {
  return `${code} (${title}): ${template} `
}
