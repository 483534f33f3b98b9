import { join } from 'node:path';
import { diskStore, type FileSample, sampleFiles } from '@palaver/core';
import type { Database } from '@palaver/db';
import type { Config } from '../config/config.js';
import { inBucket } from '../store/open-store.js';
import { type Check, fail, ok, reasonOf, warn } from './check.js';

/** Rows and files of each folder that are compared. */
const SAMPLE = 500;

/** Compares some of the stored files with the rows that name them. The database must have all migrations. */
export async function checkFiles({ dataDir, s3 }: Config, db: Database): Promise<Check[]> {
  try {
    const files = await inBucket(diskStore(join(dataDir, 'files')), s3);
    const samples = await sampleFiles({ db, files }, SAMPLE);
    const store = s3 === null ? [] : [ok('S3', `the bucket ${s3.bucket} answers`)];
    return [...store, ...samples.map(checkSample)];
  } catch (error) {
    return s3 === null
      ? [fail('Files', reasonOf(error), `Check that the service may read ${dataDir}/files.`)]
      : [
          fail(
            'Files in S3',
            reasonOf(error),
            `Check S3_ENDPOINT (${s3.endpoint ?? 'that of AWS'}), S3_BUCKET (${s3.bucket}) and the access key.`,
          ),
        ];
  }
}

function checkSample({ folder, rows, files, missing, unnamed }: FileSample): Check {
  const name = `Files in ${folder}`;
  if (missing.length > 0) {
    return fail(
      name,
      `${missing.length} of ${rows} compared are missing, such as ${missing[0]}`,
      'Restore them from a backup of the same time as the database, or check DATA_DIR.',
    );
  }
  if (unnamed.length > 0) {
    return warn(
      name,
      `${unnamed.length} of ${files} compared belong to nothing`,
      'The service removes them by itself within some hours. Many of them: the database is older than the files.',
    );
  }
  return ok(name, `${rows} compared with the database (at most ${SAMPLE})`);
}
