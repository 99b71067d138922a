import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { FindingAnswerKind } from '#lib/publishing/model/finding-answers.ts'
import type { FindingView } from '#lib/publishing/review/finding-views.ts'
import type { EarlierFinding } from '#lib/publishing/review/review-views.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CardList } from '../../../ui/link-rows.tsx'
import { AnswerForm } from './answer-form.tsx'
import { FindingItem } from './finding-item.tsx'
import { type AddFinding, OwnFindingForm } from './own-finding-form.tsx'
import { RemoveFinding } from './remove-finding.tsx'

type StatementProps = {
  findings: FindingView[]
  /** Undefined for readers who do not act for the publisher, and once answers are no longer taken. */
  answer?:
    | ((id: string, answer: { kind: FindingAnswerKind; text: string }) => Promise<ActionResult<void>>)
    | undefined
}

/** The findings of a decision, as its publisher reads them. */
export function StatementOfFindings({ findings, answer }: StatementProps) {
  const automated = findings.filter(({ isAutomated }) => isAutomated).length
  const answered = findings.filter((finding) => finding.answer).length
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p className="text-muted-foreground text-sm">
        A person decided. {describeOrigin(findings.length, automated)} {answered} of {findings.length}{' '}
        answered.
      </p>
      <CardList ordered>
        {findings.map((finding) => (
          <FindingItem key={finding.id} finding={finding}>
            {answer && <AnswerForm answer={finding.answer} save={answer.bind(null, finding.id)} />}
          </FindingItem>
        ))}
      </CardList>
    </div>
  )
}

function describeOrigin(all: number, automated: number): string {
  if (automated === 0) return `${plural(all, 'finding')}, ${all === 1 ? 'found' : 'all found'} by a reviewer.`
  if (automated === all) return `${plural(all, 'finding')}, found automatically and quoted by a reviewer.`
  return `${plural(all, 'finding')}: ${automated} found automatically, ${all - automated} by a reviewer.`
}

type OpenFindingsProps = {
  findings: FindingView[]
  add: AddFinding
  remove: (id: string) => Promise<ActionResult<void>>
}

/** What the reviewer has quoted so far. */
export function OpenFindings({ findings, add, remove }: OpenFindingsProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {findings.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          None yet. Select “Quote” beside a hint or a piece of advice, or add your own at a line of code.
        </p>
      ) : (
        <CardList ordered>
          {findings.map((finding) => (
            <FindingItem key={finding.id} finding={finding}>
              <RemoveFinding title={finding.title} remove={remove.bind(null, finding.id)} />
            </FindingItem>
          ))}
        </CardList>
      )}
      <OwnFindingForm add={add} />
    </div>
  )
}

/** The findings of the decision before, with what the publisher says about each, and whether the site still finds it. */
export function EarlierFindings({ findings }: { findings: EarlierFinding[] }) {
  return (
    <CardList ordered>
      {findings.map((finding) => (
        <FindingItem key={finding.id} finding={finding} status={<Status finding={finding} />} />
      ))}
    </CardList>
  )
}

function Status({ finding: { isStillFound, answer } }: { finding: EarlierFinding }) {
  return (
    <>
      {!answer && <Badge variant="warning">Not answered</Badge>}
      {isStillFound !== null && (
        <Badge variant={isStillFound ? 'destructive' : 'success'}>
          {isStillFound ? 'Still found' : 'No longer found'}
        </Badge>
      )}
    </>
  )
}
