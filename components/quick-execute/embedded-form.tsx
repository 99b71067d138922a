'use client'

import type { PublicError } from '#lib/errors.ts'
import { QuickExecute, type QuickExecuteProps } from './quick-execute.tsx'

/** A frame never acts as its viewer, because the site around it could trick them into clicking. */
const REFUSAL: PublicError = {
  code: 'UNAUTHENTICATED',
  message: 'Open the skill to do this.',
  recoverable: true,
}

const refuse = async () => ({ ok: false as const, error: REFUSAL })

const ACTIONS: QuickExecuteProps['actions'] = {
  beginRun: refuse,
  createPreset: refuse,
  forgetPreset: refuse,
  makeShare: refuse,
  endShare: refuse,
  createAutomation: refuse,
}

type Props = Omit<QuickExecuteProps, 'actions' | 'personId' | 'presets'>

/** The form of a skill in a frame: running opens the skill's page with the input filled in. */
export function EmbeddedForm(props: Props) {
  return <QuickExecute {...props} presets={[]} personId={null} actions={ACTIONS} isEmbedded />
}
