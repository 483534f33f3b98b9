import { type Transaction, tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';

const { userBlocks } = tables;

/** Whom somebody blocks. */
export interface Block {
  readonly userId: string;
  readonly blockedId: string;
}

export async function insertBlock(tx: Transaction, block: Block, createdAt: Date): Promise<void> {
  await tx.insert(userBlocks).values({ ...block, createdAt });
}

export async function deleteBlock(tx: Transaction, { userId, blockedId }: Block): Promise<void> {
  await tx.delete(userBlocks).where(and(eq(userBlocks.userId, userId), eq(userBlocks.blockedId, blockedId)));
}
