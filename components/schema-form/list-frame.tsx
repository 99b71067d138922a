'use client'

/** Lists: items that can be added, moved and removed, by keyboard too. */
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { AddButton, Group, isGroup, titleOf } from './field-group.tsx'

export function ListFrame(props: ArrayFieldTemplateProps) {
  const { items, canAdd, disabled, readonly, onAddClick } = props
  const list = useRef<HTMLDivElement>(null)
  const grew = useRef(false)
  const count = items.length

  // Somebody who adds an item wants to fill it in.
  useEffect(() => {
    if (!grew.current) return
    grew.current = false
    const last = list.current?.children[count - 1]
    last?.querySelector<HTMLElement>('input, textarea, select, button[role="checkbox"]')?.focus()
  }, [count])

  return (
    <Group {...props}>
      {count > 0 && (
        <div ref={list} className="grid gap-2.5">
          {items}
        </div>
      )}
      {canAdd && (
        <AddButton
          disabled={disabled || readonly}
          onClick={(event) => {
            grew.current = true
            onAddClick(event)
          }}
        >
          Add {count > 0 ? 'another' : 'an item'}
          <span className="sr-only"> to {titleOf(props)}</span>
        </AddButton>
      )}
    </Group>
  )
}

export function ItemFrame({
  children,
  buttonsProps,
  hasToolbar,
  index,
  totalItems,
  schema,
}: ArrayFieldItemTemplateProps) {
  const {
    disabled,
    readonly,
    hasMoveUp,
    hasMoveDown,
    hasRemove,
    onMoveUpItem,
    onMoveDownItem,
    onRemoveItem,
  } = buttonsProps
  const isLocked = disabled || readonly
  const item = `item ${index + 1} of ${totalItems}`
  return (
    <div
      className={cn(
        'relative flex items-start gap-1.5',
        isGroup(schema) && 'rounded-md border border-border p-3',
      )}
    >
      <div className="min-w-0 flex-1">{children}</div>
      {hasToolbar && (
        <div className={cn('flex shrink-0', isGroup(schema) && 'absolute top-2 right-1.5')}>
          {totalItems > 1 && (hasMoveUp || hasMoveDown) && (
            <>
              <SmallButton label={`Move ${item} up`} disabled={isLocked || !hasMoveUp} onClick={onMoveUpItem}>
                <ChevronUp aria-hidden />
              </SmallButton>
              <SmallButton
                label={`Move ${item} down`}
                disabled={isLocked || !hasMoveDown}
                onClick={onMoveDownItem}
              >
                <ChevronDown aria-hidden />
              </SmallButton>
            </>
          )}
          {hasRemove && (
            <SmallButton label={`Remove ${item}`} disabled={isLocked} onClick={onRemoveItem}>
              <X aria-hidden />
            </SmallButton>
          )}
        </div>
      )}
    </div>
  )
}

type SmallButtonProps = {
  label: string
  disabled?: boolean
  onClick: (event?: unknown) => void
  children: ReactNode
}

function SmallButton({ label, children, ...rest }: SmallButtonProps) {
  return (
    <Button variant="ghost" size="icon" className="w-8" aria-label={label} {...rest}>
      {children}
    </Button>
  )
}
