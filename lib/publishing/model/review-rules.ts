/**
 * The rules that findings of a review name: what automatic hints look for, the lint rules, and the policies that people
 * decide by. They are public at /docs/review-rules. An id never changes its meaning; the version is raised when a rule
 * begins to find something else.
 */
import { LINT_RULES } from '../../contracts/lint/lint-rules.ts'
import type { FindingSeverity } from './finding-severities.ts'
import { POLICIES } from './policies.ts'

export type HintRule = {
  title: string
  version: number
  severity: FindingSeverity
  /** The policy that the finding is about. */
  policy: string
  why: string
  fix: string
}

// biome-ignore format: table
export const HINT_RULES = {
  'severe-permission':    { version: 1, severity: 'high',   policy: 'P3',  title: 'A new permission exposes a secret or acts outside',   why: 'Users are harmed most by what leaves their organisation.',                                    fix: 'Remove the permission, or explain in its reason why the skill needs it.' },
  'new-host':             { version: 1, severity: 'high',   policy: 'P3',  title: 'An update can send data to another place',            why: 'People agreed to the hosts of the approved version. A new one can receive everything the skill sees.', fix: 'Remove the host, or tell in the note and the changelog what is sent there.' },
  'copied-name':          { version: 1, severity: 'medium', policy: 'P6',  title: 'A name looks like that of a known skill',             why: 'People and agents take one for the other.',                                                   fix: 'Choose a name that cannot be mistaken.' },
  'possible-secret':      { version: 1, severity: 'high',   policy: 'P2',  title: 'A text looks like a secret',                          why: 'A version is public for ever, and its secrets with it.',                                      fix: 'Revoke it and use a setting of the kind “Secret”, or say why it is not a secret.' },
  'unread-file':          { version: 1, severity: 'medium', policy: 'P4',  title: 'A file is too large to be searched',                  why: 'What nobody can search may hide anything.',                                                   fix: 'Split the file, or leave it out.' },
  'hidden-characters':    { version: 1, severity: 'high',   policy: 'P4',  title: 'A text contains invisible characters',                why: 'Agents and interpreters read what a reviewer cannot see.',                                    fix: 'Remove the characters, or write them as escapes.' },
  'confusable-letters':   { version: 1, severity: 'high',   policy: 'P4',  title: 'A name mixes alphabets',                              why: 'Letters of another alphabet that look like Latin ones make two names look equal.',            fix: 'Write names and identifiers in one alphabet.' },
  'long-line':            { version: 1, severity: 'medium', policy: 'P4',  title: 'Code has a very long line',                           why: 'Code beyond the edge of the screen is easily overlooked, and minified code cannot be reviewed.', fix: 'Break the line, and submit the source instead of minified code.' },
  'fetched-program':      { version: 1, severity: 'high',   policy: 'P4',  title: 'Instructions download and run a program',             why: 'The program can change after the review, and runs with the rights of the user.',              fix: 'Put the program into the files of the skill, or name a fixed version.' },
  'changing-link':        { version: 1, severity: 'medium', policy: 'P4',  title: 'Instructions depend on pages that can change',        why: 'Whoever can edit the page changes what agents do, without a review.',                         fix: 'Copy the content into the skill, or link to a fixed commit or version.' },
  'outside-link':         { version: 1, severity: 'low',    policy: 'P4',  title: 'An instruction text links to other pages',            why: 'Agents may read them, and they can change.',                                                  fix: 'Say that the link is only for people, or copy the content.' },
  'sends-secrets':        { version: 1, severity: 'high',   policy: 'P5',  title: 'Instructions send secrets elsewhere',                 why: 'An agent that follows them gives away the credentials of its user.',                          fix: 'Remove the sentence. Skills with secrets use settings and declared hosts.' },
  'overrides-agent':      { version: 1, severity: 'high',   policy: 'P5',  title: 'A text tells agents to ignore others or to hide',     why: 'The instructions of the user come first, and the user sees what is done.',                    fix: 'Say when to use the skill and what it returns, and nothing else.' },
  'hidden-comment':       { version: 1, severity: 'high',   policy: 'P5',  title: 'An instruction text contains an HTML comment',        why: 'Agents read it, and people do not see it in the rendered page.',                              fix: 'Remove the comment, or make it part of the text.' },
  'depends-on-time':      { version: 1, severity: 'medium', policy: 'P4',  title: 'Code compares the current time',                      why: 'It may behave differently after the review.',                                                 fix: 'Pass the time as a parameter, or explain the comparison in a comment.' },
  'depends-on-caller':    { version: 1, severity: 'high',   policy: 'P4',  title: 'Code reads who runs it',                              why: 'It may behave differently for others than for the reviewer.',                                 fix: 'Remove it, or explain in a comment what it is for.' },
  'changed-prompt':       { version: 1, severity: 'low',    policy: 'P5',  title: 'A prompt changed',                                    why: 'Agents follow it, whatever the version number says.',                                         fix: 'Say in the note why it changed.' },
  'empty-promise':        { version: 1, severity: 'medium', policy: 'P10', title: 'A paid skill promises nothing',                       why: 'Its contract allows an empty result, which callers pay for all the same.',                    fix: 'Require the fields that callers pay for in the response.' },
  'undeclared-host':      { version: 1, severity: 'medium', policy: 'P3',  title: 'Code mentions a host that is not declared',           why: 'Requests to it are refused, so it is a mistake or a message.',                                fix: 'Declare the host under Permissions, or remove it from the code.' },
  'example-not-run':      { version: 1, severity: 'low',    policy: 'P1',  title: 'An example was not run',                              why: 'Nobody has seen that the skill does what its example says.',                                  fix: 'Store test settings, or use an example that the sandbox can run.' },
  'example-breaks':       { version: 1, severity: 'high',   policy: 'P1',  title: 'An example violates its response schema',             why: 'Callers would get an error instead of a result.',                                             fix: 'Change the code or the response schema so that both agree.' },
  'example-failed':       { version: 1, severity: 'medium', policy: 'P1',  title: 'An example did not succeed',                          why: 'It shows users a call that fails.',                                                           fix: 'Mend the code, or choose an input that works.' },
  'example-differs':      { version: 1, severity: 'low',    policy: 'P1',  title: 'An example returns another output than it declares',  why: 'Users see an output that they will not get.',                                                 fix: 'Update the declared output.' },
} as const satisfies Record<string, HintRule>

export type HintRuleId = keyof typeof HINT_RULES

export function isHintRule(id: string): id is HintRuleId {
  return Object.hasOwn(HINT_RULES, id)
}

export const HINT_RULE_IDS = Object.keys(HINT_RULES) as HintRuleId[]

export type ReviewRule = {
  id: string
  kind: 'hint' | 'lint' | 'policy'
  version: number
  severity: FindingSeverity
  title: string
  why: string
  /** What mends a finding in general; a finding may say it more exactly. "" for policies, where the reviewer says it. */
  fix: string
}

/** Every rule that a finding can name: automatic hints, lint rules, policies. Ids are unique across all three. */
export const REVIEW_RULES: readonly ReviewRule[] = [
  ...HINT_RULE_IDS.map((id) => {
    const { version, severity, title, why, fix } = HINT_RULES[id]
    return { id, kind: 'hint' as const, version, severity, title, why, fix }
  }),
  ...LINT_RULES.map(({ id, version = 1, title, reason }) => ({
    ...{ id, kind: 'lint' as const, version, severity: 'low' as const },
    ...{ title, why: reason, fix: `${title}.` },
  })),
  ...POLICIES.map(({ code, title, rule }) => ({
    ...{ id: code, kind: 'policy' as const, version: 1, severity: 'high' as const },
    ...{ title, why: rule, fix: '' },
  })),
]

/** Returns null for an id that is not in the table. */
export function findReviewRule(id: string): ReviewRule | null {
  return REVIEW_RULES.find((rule) => rule.id === id) ?? null
}
