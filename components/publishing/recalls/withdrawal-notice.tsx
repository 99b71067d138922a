import { parseRecallClass, RECALL_CLASSES, type Withdrawal } from '#lib/contracts/versions/withdrawal.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

type WithdrawalNoticeProps = { version: { number: string; withdrawal: Withdrawal | null } }

/** Says why a version does not run, if it is in quarantine or was recalled. */
export function WithdrawalNotice({ version: { number, withdrawal } }: WithdrawalNoticeProps) {
  if (!withdrawal) return null
  if (withdrawal.kind === 'quarantine')
    return (
      <Alert variant="destructive" title={`Version ${number} is in quarantine`}>
        An admin looks into it. Its runs are refused until the quarantine ends, at the latest{' '}
        <Time at={withdrawal.endsAtMs} />; plans and automations wait until then. Reason: {withdrawal.reason}
      </Alert>
    )
  const { label } = RECALL_CLASSES[parseRecallClass(withdrawal.recallClass)]
  return (
    <Alert variant="destructive" title={`Version ${number} was recalled: ${label.toLowerCase()}`}>
      {withdrawal.reason} {withdrawal.replacement && `Use version ${withdrawal.replacement} instead. `}
      <TextLink href={paths.recall(withdrawal.id)}>What you should do</TextLink>
    </Alert>
  )
}
