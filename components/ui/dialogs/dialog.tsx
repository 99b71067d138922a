'use client'

import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { useRef } from 'react'
import { cn } from '../cn.ts'
import { rememberFocus } from '../remember-focus.ts'

export const Dialog = RadixDialog.Root
export const DialogTrigger = RadixDialog.Trigger
export const DialogClose = RadixDialog.Close

export const overlayClasses =
  'dims-page fixed inset-0 z-50 bg-black/40 data-[state=open]:animate-[appear_120ms_ease-out] dark:bg-black/60'
export const sheetClasses =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-xl border border-border bg-popover p-6 text-popover-foreground shadow-xl'

type DialogContentProps = Omit<ComponentProps<typeof RadixDialog.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  bare?: boolean
}

export function DialogContent({
  title,
  description,
  bare,
  className,
  children,
  ...rest
}: DialogContentProps) {
  const focus = useReturnFocus(rest)
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={overlayClasses} />
      <RadixDialog.Content
        className={cn(sheetClasses, className)}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...rest}
        {...focus}
      >
        <div className={bare ? 'sr-only' : 'grid gap-1 pr-8'}>
          <RadixDialog.Title className="font-semibold text-lg tracking-tight">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="text-muted-foreground text-sm">
              {description}
            </RadixDialog.Description>
          )}
        </div>
        {children}
        {!bare && (
          <RadixDialog.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground"
          >
            <X className="size-4" aria-hidden />
          </RadixDialog.Close>
        )}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  )
}

export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-wrap justify-end gap-2 pt-2', className)} {...rest} />
}

type FocusHandlers = {
  onOpenAutoFocus?: (event: Event) => void
  onCloseAutoFocus?: (event: Event) => void
}

/**
 * Returns handlers that focus the element focused before a dialog opened, or what is left around it. Radix does that
 * only for its own trigger if it still exists, and otherwise leaves the focus on the body.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers = {}): FocusHandlers {
  const goBack = useRef<() => boolean>(undefined)
  return {
    onOpenAutoFocus(event) {
      goBack.current = rememberFocus(document.activeElement)
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus(event) {
      onCloseAutoFocus?.(event)
      // Another dialog may already be open.
      const isInNext = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
      if (!event.defaultPrevented && (isInNext || goBack.current?.())) event.preventDefault()
    },
  }
}
