'use client'

import { type ComponentProps, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { TextButton } from '../row-buttons.tsx'
import { Input, Textarea } from './input.tsx'
import { RevealButton } from './reveal-button.tsx'
import { useLines } from './use-lines.ts'

type SecretInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref' | 'rows'> & {
  id: string
  label: string
  value: string
  onText: (text: string) => void
}

/** A token, or a key of several lines, whose characters are hidden. A password input would join the lines of a key. */
export function SecretInput({ id, label, value, disabled, onText, className, ...rest }: SecretInputProps) {
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [hasLines, openLines] = useLines({ id, value, input, onText })
  const shared = { ...(rest as object), id, value, disabled, spellCheck: false, autoCapitalize: 'off' }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="relative min-w-0">
        {hasLines ? (
          <Textarea
            {...shared}
            // A browser stores and restores the text of a text area, but not of a password input.
            autoComplete="off"
            className={cn(
              'max-h-96 pr-11 font-mono sm:text-[0.8125rem]',
              // Transparent in a browser that cannot draw dots.
              !isShown &&
                'text-transparent [-webkit-text-security:disc] supports-[-webkit-text-security:disc]:text-foreground',
              className,
            )}
            onChange={({ target }) => onText(target.value)}
          />
        ) : (
          <Input
            {...shared}
            autoComplete={rest.autoComplete}
            ref={input}
            type={isShown ? 'text' : 'password'}
            className={cn('pr-11', className)}
            onChange={({ target }) => onText(target.value)}
          />
        )}
        <RevealButton
          isShown={isShown}
          onChange={setShown}
          className={hasLines ? 'top-0.5' : 'top-1/2 -translate-y-1/2'}
        />
      </div>
      {isJoinedKey(value) && (
        <p role="status" className="text-sm text-warning">
          This key has lost its line breaks. Paste it again from its file.
        </p>
      )}
      {!hasLines && !disabled && (
        <span className="-mt-0.5">
          <TextButton fieldLabel={label} className={LINK} onClick={openLines}>
            Enter several lines
          </TextButton>
        </span>
      )}
    </div>
  )
}

const LINK = 'rounded-sm text-muted-foreground text-xs underline underline-offset-3 hover:text-foreground'

/** A PEM key needs its lines; `\n` as two characters is a spelling that programs undo. */
function isJoinedKey(text: string): boolean {
  return (
    /-----BEGIN [A-Z0-9 ]+-----\s*[^\s\\]/.test(text) && !/[\n\r]/.test(text.trim()) && !text.includes('\\n')
  )
}
