'use client'

import { Check, CircleAlert, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

const OUTCOMES = { copied: 'Copied', failed: 'Not copied' } as const

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  text: string | (() => string)
  label?: string
  withLabel?: boolean
}

export function CopyButton({
  text,
  label = 'Copy',
  withLabel,
  variant = 'outline',
  ...rest
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const Icon = outcome ? { copied: Check, failed: CircleAlert }[outcome] : Copy

  async function copy() {
    // Browsers refuse without the permission, and have no clipboard on pages without HTTPS.
    const isDone = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(typeof text === 'string' ? text : text()))
      .then(
        () => true,
        () => false,
      )
    setOutcome(isDone ? 'copied' : 'failed')
    setTimeout(() => setOutcome(undefined), 2000)
  }

  return (
    <>
      <Button
        variant={variant}
        size={withLabel ? 'sm' : 'icon-sm'}
        aria-label={withLabel ? undefined : label}
        onClick={copy}
        {...rest}
      >
        <Icon aria-hidden />
        {withLabel && (outcome ? OUTCOMES[outcome] : label)}
      </Button>
      <span role="status" className="sr-only">
        {outcome ? OUTCOMES[outcome] : ''}
      </span>
    </>
  )
}
