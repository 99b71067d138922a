import { LINT_CASES } from '#lib/contracts/lint/lint-cases.ts'
import { FINDING_SEVERITIES } from '#lib/publishing/model/finding-severities.ts'
import { REVIEW_CASES } from '#lib/publishing/model/review-rule-cases.ts'
import { HINT_RULES, isHintRule, type ReviewRule } from '#lib/publishing/model/review-rules.ts'
import { Code } from './data-table.tsx'
import { DocsSection } from './docs-section.tsx'

const KINDS: Record<ReviewRule['kind'], { title: string; intro: string }> = {
  hint: {
    title: 'Automatic hints',
    intro:
      'Found by the site when a version is submitted. A hint refuses nothing: honest skills have them, too. A person decides.',
  },
  lint: {
    title: 'Lint',
    intro: 'Advice on contracts, found by the site. The studio offers fixes while you write.',
  },
  policy: {
    title: 'Policies',
    intro: 'What people decide by. A reviewer adds such a finding at a line or to the whole version.',
  },
}

/** The public table of the rules that findings name, by kind, with the cases that the tests run. */
export function ReviewRuleList({ rules }: { rules: readonly ReviewRule[] }) {
  return (Object.keys(KINDS) as ReviewRule['kind'][]).map((kind) => (
    <DocsSection key={kind} id={`rules-${kind}`} title={KINDS[kind].title}>
      <p className="text-pretty">{KINDS[kind].intro}</p>
      <dl className="grid gap-6">
        {rules
          .filter((rule) => rule.kind === kind)
          .map((rule) => (
            <RuleEntry key={rule.id} rule={rule} />
          ))}
      </dl>
    </DocsSection>
  ))
}

function RuleEntry({ rule }: { rule: ReviewRule }) {
  const { id, version, severity, title, why, fix } = rule
  const { found, passed, policy } = findCases(rule)
  return (
    <div id={id} className="grid scroll-mt-20 gap-1">
      <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Code>{id}</Code>
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground text-sm">
          {FINDING_SEVERITIES[severity]} · version {version}
          {policy && (
            <>
              {' '}
              · policy <a href={`#${policy}`}>{policy}</a>
            </>
          )}
        </span>
      </dt>
      <dd className="grid gap-0.5 text-pretty [overflow-wrap:anywhere]">
        {why} {fix && rule.kind === 'hint' && <span>{fix}</span>}
        {found.length > 0 && (
          <span className="text-muted-foreground text-sm">Found: {found.join('; ')}.</span>
        )}
        {passed.length > 0 && (
          <span className="text-muted-foreground text-sm">Let pass: {passed.join('; ')}.</span>
        )}
      </dd>
    </div>
  )
}

function findCases({ id, kind }: ReviewRule): { found: string[]; passed: string[]; policy?: string } {
  if (isHintRule(id)) {
    const { found, passed } = REVIEW_CASES[id]
    return { found: [found.says], passed: [passed.says], policy: HINT_RULES[id].policy }
  }
  const cases = (kind === 'lint' && LINT_CASES[id]) || []
  return {
    found: cases.filter(({ at }) => at !== undefined).map(({ title }) => title),
    passed: cases.filter(({ at }) => at === undefined).map(({ title }) => title),
  }
}
