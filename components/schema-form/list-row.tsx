'use client'

/** One item of a list with the buttons that move, double and remove it. */
import { ChevronDown, ChevronUp, CopyPlus, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { useForm } from './form-context.ts'
import type { Held } from './held.ts'
import { readSpot } from './spot.ts'

export type Act = 'up' | 'down' | 'double' | 'remove'

type ListRowProps = {
  index: number
  count: number
  isFirst: boolean
  /** No more items are allowed. */
  isFull: boolean
  schemas: readonly Json[]
  value: Held
  acts: Record<Act, (row: number) => void>
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

export function ListRow({
  index,
  count,
  isFirst,
  isFull,
  schemas,
  value,
  acts,
  onKeyDown,
  children,
}: ListRowProps) {
  const { contract, disabled } = useForm()
  const isGroup =
    holdsFields(value) || readSpot(contract, schemas, undefined, { wanted: true }).types.some(isGroupType)
  const item = `item ${index + 1} of ${count}`
  const isLast = index === count - 1
  return (
    <li
      className={cn(
        '@container relative flex items-start gap-1.5',
        isGroup && 'rounded-md border border-border p-3',
      )}
      onKeyDown={onKeyDown}
    >
      <div className="min-w-0 flex-1">{children}</div>
      <div className={cn('flex shrink-0', isGroup && 'absolute top-2.5 right-1.5')}>
        {count > 1 && (
          <>
            <SmallButton
              act="up"
              label={`Move ${item} up`}
              disabled={disabled || isFirst}
              onClick={() => acts.up(index)}
            >
              <ChevronUp aria-hidden />
            </SmallButton>
            <SmallButton
              act="down"
              label={`Move ${item} down`}
              disabled={disabled || isLast}
              onClick={() => acts.down(index)}
            >
              <ChevronDown aria-hidden />
            </SmallButton>
          </>
        )}
        <SmallButton
          act="double"
          label={`Duplicate ${item}`}
          disabled={disabled || isFull}
          onClick={() => acts.double(index)}
        >
          <CopyPlus aria-hidden />
        </SmallButton>
        <SmallButton
          act="remove"
          label={`Remove ${item}`}
          disabled={disabled}
          onClick={() => acts.remove(index)}
        >
          <X aria-hidden />
        </SmallButton>
      </div>
    </li>
  )
}

function holdsFields(value: Held): boolean {
  return Array.isArray(value) || isObject(value)
}

function isGroupType(type: string): boolean {
  return type === 'object' || type === 'array'
}

type SmallButtonProps = {
  act: Act
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function SmallButton({ act, label, children, ...rest }: SmallButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="w-8 text-muted-foreground"
      data-act={act}
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </Button>
  )
}
