'use client'

import type { PublicError } from '#lib/kernel/errors.ts'
import { QuickExecute, type QuickExecuteProps } from './quick-execute.tsx'

/** Actions are refused inside a frame, because the site around it could trick its viewer into clicking. */
const REFUSAL: PublicError = {
  code: 'UNAUTHENTICATED',
  message: 'Open the skill to do this.',
  recoverable: true,
}

const refuse = async () => ({ ok: false as const, error: REFUSAL })

const ACTIONS: QuickExecuteProps['actions'] = {
  startRun: refuse,
  runForVisitor: refuse,
  savePreset: refuse,
  deletePreset: refuse,
  shareRun: refuse,
  revokeShare: refuse,
  createAutomation: refuse,
}

type Props = Omit<QuickExecuteProps, 'actions' | 'personId' | 'presets'>

/** A form inside another site. Its Run button opens the page of the skill with the input. */
export function EmbeddedForm(props: Props) {
  return <QuickExecute {...props} presets={[]} personId={null} actions={ACTIONS} isEmbedded />
}
