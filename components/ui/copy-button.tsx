'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

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
  const [copied, setCopied] = useState(false)

  async function copy() {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
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
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {withLabel && (copied ? 'Copied' : label)}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
