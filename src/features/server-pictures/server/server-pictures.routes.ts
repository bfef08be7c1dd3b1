import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sendStoredPicture } from '#platform/http/send-stored-picture.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import {
  largestServerPicture,
  serverPicturesEndpoints,
  serverPicturesErrors,
} from '../server-pictures.contract.ts';
import type { ServerPictures } from './server-pictures.usecases.ts';

export function serverPicturesRoutes(binder: Binder, usecases: ServerPictures): void {
  bindEndpoints(binder, serverPicturesEndpoints, {
    async upload({ user, query, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes } = await uploadedFile(request, {
        admit: () => usecases.checkUpload(user.userId),
        missing: serverPicturesErrors.unusable,
        maxBytes: largestServerPicture,
      });
      return usecases.add(user.accountId, query.kind, bytes);
    },
    async picture({ params, reply }) {
      const picture = await usecases.picture(params.key);
      if (!picture) throw new AppError(commonErrors.notFound);
      return sendStoredPicture(reply, picture);
    },
  });
}
