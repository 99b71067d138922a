'use client'

import { useState } from 'react'
import { REPORT_REASONS } from '#lib/catalog/feedback/feedback-limits.ts'
import { ReasonDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/toast.ts'
import type { FeedbackActions } from './rate-dialog.tsx'

type ReportDialogProps = { name: string; report: FeedbackActions['report']; close: () => void }

export function ReportDialog({ name, report, close }: ReportDialogProps) {
  const [reason, setReason] = useState('broken')
  return (
    <ReasonDialog
      title={`Report ${name}`}
      description="Site admins can see your report and your name. The publisher cannot. You are notified when an admin answers."
      field={{
        label: 'What happened',
        help: 'What you did, and what you expected to happen.',
        isRequired: true,
      }}
      confirmLabel="Report"
      onConfirm={(text) => report({ reason, message: text })}
      onDone={() => {
        toast.success('Report sent. You will be notified of the answer.')
        close()
      }}
      onClose={close}
    >
      <SelectField
        label="What is wrong"
        value={reason}
        onChange={setReason}
        options={Object.entries(REPORT_REASONS)}
      />
    </ReasonDialog>
  )
}
