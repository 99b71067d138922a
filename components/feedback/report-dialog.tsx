'use client'

import { useState } from 'react'
import { toast } from 'sonner'
import { REPORT_REASONS } from '#lib/contract/market/report-reasons.ts'
import { ReasonDialog } from '../review/reason-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { FeedbackActions } from './feedback-actions.ts'

type ReportDialogProps = { name: string; report: FeedbackActions['report']; close: () => void }

/** What is wrong, for the admins of this Guildhall. */
export function ReportDialog({ name, report, close }: ReportDialogProps) {
  const [reason, setReason] = useState('broken')
  return (
    <ReasonDialog
      title={`Report ${name}`}
      consequence="The admins of this Guildhall read it, with your name; the publisher does not. Their answer comes as a notice."
      field={{
        label: 'What happened',
        help: 'What you did, and what you expected instead.',
        isRequired: true,
      }}
      verb="Report"
      act={(words) => report({ reason, words })}
      onDone={() => {
        toast.success('Reported. The answer comes as a notice.')
        close()
      }}
      onLeave={close}
    >
      <Field label="What is wrong">
        {(wired) => (
          <Select {...wired} value={reason} onChange={(event) => setReason(event.target.value)}>
            {Object.entries(REPORT_REASONS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ReasonDialog>
  )
}
