# ポータルにファイルを送るページ。

portal-title = { $name } にファイルを送る
portal-title-percent = { $percent } – { $name } に送信中
portal-logo = { $name } のロゴ
portal-help = ご不明な点は { $team } またはこのアドレスを知らせた方にお尋ねください。
portal-help-plain = ご不明な点は このアドレスを知らせた方にお尋ねください。

portal-unknown-title = このページではファイルを受け付けていません
portal-unknown = このアドレスに公開中の送信ページはありません。終了したか、アドレスが不完全な可能性があります。
portal-unknown-next = アドレスを確認するか、知らせてくれた方に新しいアドレスをお尋ねください。
portal-closed = このページは受け付けを終了しました。アドレスを知らせてくれた方にお尋ねください。
portal-server-trouble = サーバーが今は処理できませんでした。入力や選択した内容は失われていません。しばらくしてからもう一度お試しください。

portal-code = アクセスコード
portal-code-help = ファイルを依頼した方から届いたコードです。貼り付けもできます。
portal-code-wrong = アクセスコードが違います。確認してもう一度お試しください。

portal-drop-here = ファイルやフォルダーをこのページのどこにでもドロップしてください
portal-drop-now = 離すと追加されます
portal-choose-files = ファイルを選ぶ
portal-choose-folder = フォルダーを選ぶ
portal-limit-count = { $count ->
   *[other] 最大 { $count } 個のファイル
}
portal-limit-file = 1 ファイルあたり { $size } まで
portal-limit-total = 合計 { $size } まで
portal-limit-types = { $types } のみ
portal-limit-types-not = { $types } は不可
portal-reading = フォルダーを読み込んでいます…
portal-system-files = { $count ->
   *[other] システムファイル { $count } 個を除外しました。
}

portal-files = ファイル
portal-file-list = ファイルの一覧
portal-file-count = { $count ->
    [0] ファイルはまだありません
   *[other] { $count } 個のファイル
}
portal-empty-folder = 空のフォルダー
portal-bytes = { $count } バイト
portal-action-for = { $action }: { $name }
portal-progress-of = { $name } の進み具合
portal-retry = 再試行
portal-start-again = このファイルを最初から送る
portal-pause = 一時停止
portal-resume = 再開
portal-retry-failed = 失敗したものをすべて再試行
portal-finish-without = { $count ->
   *[other] この { $count } 個を除いて完了する
}
portal-remove-refused = { $count ->
   *[other] 受け付けられない { $count } 個を取り除く
}
portal-and-more = { $count ->
   *[other] ほか { $count } 個
}

portal-sender = あなたのメールアドレス
portal-sender-help = このアドレスに受領のお知らせが届きます。
portal-sender-help-plain = 誰が送ったかを受取人に伝えるためです。
portal-remember = この端末にアドレスを記憶する
portal-name = パッケージ名
portal-name-help = 受取人はこの名前であなたのファイルを見つけます。
portal-name-format = 形式: { $format }
portal-description = 受取人へのメッセージ
portal-optional = (任意)
portal-readonly = (固定)
portal-choose-option = 選択してください
portal-mistake-required = 入力してください。
portal-mistake-email = name@example.org のような完全なメールアドレスではありません。
portal-mistake-url = https://example.org のような完全なウェブアドレスではありません。
portal-mistake-number = 数値を入力してください。
portal-mistakes = { $count ->
   *[other] 確認が必要な項目が { $count } 件あります。
}
portal-terms = 利用条件
portal-terms-accept = この条件に同意します。
portal-terms-missing = 条件に同意してください。同意がないと送信できません。
portal-terms-read = 全文を読む (新しいタブで開きます)

portal-nothing-chosen = 送るファイルを 1 つ以上選んでください。
portal-ready = { $count ->
   *[other] { $count } 個のファイル、{ $size }
}
portal-send = 送信
portal-starting = 開始しています…

portal-phase-sending = { $name } を送信しています
portal-phase-paused = { $name } は一時停止中です
portal-phase-pausing = { $name } を一時停止しています…
portal-phase-attention = { $name } には操作が必要です
portal-phase-finishing = まもなく完了: { $name } を仕上げています
portal-phase-failed = { $name } を送信できませんでした
portal-phase-cancelled = { $name } を取り消しました
portal-phase-elsewhere = { $name } は別のタブで送信中です
portal-keep-open = すべて送信されるまで、このページを開いたままにしてください。
portal-progress = { $count ->
   *[other] { $count } 個中 { $done } 個、{ $total } 中 { $sent }
}
portal-progress-whole = 全体の進み具合
portal-speed = 毎秒 { $size }
portal-left-moment = 残り数秒
portal-left-seconds = 残り約 { $count } 秒
portal-left-minutes = { $count ->
   *[other] 残り約 { $count } 分
}
portal-left-hours = { $count ->
   *[other] 残り約 { $count } 時間
}
portal-left-days = 残り約 { $count } 日
portal-spoken = { $percent } 送信しました。
portal-pause-all = 一時停止
portal-list-cut-off = ファイルの一覧をすべて保存する前に、このページが閉じられました。すべてのファイルをもう一度追加してください。すでに届いたファイルは再送信されません。その後、アップロードを完了してください。
portal-list-complete = 一覧は揃っています: 完了する
portal-resume-all = 再開
portal-cancel = 送信を取り消す
portal-cancel-sure = これまでに送ったものをすべて削除しますか。
portal-cancel-yes = はい、削除します
portal-cancel-no = いいえ、続けます
portal-begin-anew = 新しく送信を始める

portal-waiting-offline = オフラインです。何も失われていません。送信は自動的に続きます。
portal-waiting-network = ネットワークを待っています。何も失われていません。送信は自動的に続きます。
portal-waiting-storage = ストレージが今は応答しません。何も失われていません。送信は自動的に続きます。
portal-waiting-busy = サーバーが混み合っています。何も失われていません。送信は自動的に続きます。
portal-waiting-again = { $seconds } 秒後に再試行します。

portal-attention-failed = { $count ->
   *[other] { $count } 個のファイルを送信できませんでした。一覧をご覧ください。
}
portal-attention-missing = { $count ->
   *[other] { $count } 個のファイルをもう一度選ぶ必要があります。
}
portal-attention-paused = { $count ->
   *[other] { $count } 個のファイルが一時停止中です。
}

portal-state-waiting = 待機中
portal-state-sending = 送信中、{ $percent }
portal-state-done = 送信済み
portal-state-paused = 一時停止中
portal-state-missing = このファイルをもう一度選んでください
portal-fault-type = 受け付けられません: この種類のファイルは対象外です。
portal-fault-size = 受け付けられません: ファイルが大きすぎます。
portal-fault-count = 受け付けられません: ファイルが多すぎます。先に別のファイルを取り除いてください。
portal-fault-total = 受け付けられません: 合計が大きすぎます。
portal-fault-name = 受け付けられません: この名前は使えません。名前を変えて追加し直してください。
portal-fault-duplicate = 受け付けられません: 同じ名前の別のファイルが一覧にあります。
portal-fault-changed = ファイルが変更されました。今の内容を送るには、最初から送るか、もう一度選んでください。
portal-fault-unreadable = ファイルを読み取れません。移動されたか、ドライブが外されていませんか。もう一度選んでください。
portal-fault-checksum = ファイルが何度も破損して届きました。再試行し、続く場合は別のネットワークをお試しください。
portal-fault-etag-hidden = このサーバーのストレージはページからの送信に対応していません (ETag が隠されています)。管理者だけが修正できます。何も失われていません。
portal-fault-storage = ストレージがこのファイルを受け付けませんでした ({ $reason })。再試行するか、受取人にお尋ねください。
portal-fault-refused = サーバーがこのファイルを受け付けませんでした: { $reason }
portal-fault-package-gone = この送信は続けられません: { $reason }
portal-fault-package-gone-plain = この送信は続けられません: 終了したか、削除されました。

portal-unfinished = 送信「{ $name }」は { $percent } 完了しています。続けますか。
portal-unfinished-safe = 送信済みの分は保存されています。同じファイルをもう一度選ぶと、残りだけが送信されます。
portal-unfinished-elsewhere = このブラウザーの別のタブが現在送信しています。
portal-unfinished-continue = 続ける
portal-unfinished-watch = 進み具合を表示
portal-unfinished-new = 新しく送信を始める
portal-unfinished-forget = この送信を忘れる
portal-unfinished-forget-help = 「忘れる」を選ぶと、これまでに送った分を削除し、この端末に記録を残しません。
portal-pick-again = { $count ->
   *[other] 同じ { $count } 個のファイル、またはそのフォルダーをもう一度選ぶかドロップしてください。届いた分は再び送信されません。
}
portal-unmatched = { $count ->
   *[other] 選んだうち { $count } 個はこの送信に含まれないため除外しました。
}

portal-done = すべて届きました
portal-done-title = 送信済み – { $name }
portal-done-words = { $name } がファイルを受け取りました。このページは閉じてかまいません。
portal-finished-at = 完了日時
portal-receipt = 受領のお知らせを { $address } に送りました。
portal-receipt-somewhere = ご記入のアドレスに受領のお知らせを送りました。
portal-no-receipt = 受領のお知らせは送られません。証明が必要な場合はこの一覧を保存してください。
portal-send-more = さらに送る
