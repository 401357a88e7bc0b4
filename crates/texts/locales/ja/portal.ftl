# ポータルにファイルを送るページ。

portal-title = { $name } にファイルを送信
portal-title-percent = { $percent } – { $name } に送信中
portal-logo = { $name } のロゴ
portal-help = ご不明な点は { $team } にお問い合わせください。
portal-help-plain = ご不明な点は、このリンクを知らせた方にお問い合わせください。

portal-unknown-title = このアップロードページは利用できません
portal-unknown = このアドレスに公開中のアップロードページはありません。終了したか、アドレスが不完全な可能性があります。
portal-unknown-next = アドレスを確認するか、アドレスを知らせた方に新しいアドレスをお尋ねください。
portal-closed = このアップロードページは終了しました。アドレスを知らせた方にお問い合わせください。
portal-server-trouble = サーバーで問題が発生しました。ファイルと入力内容は残っています。しばらくしてからもう一度お試しください。

portal-code = アクセスコード
portal-code-help = ファイルを依頼した方から届いたコードです。
portal-code-wrong = アクセスコードが違います。確認してもう一度お試しください。

portal-drop-here = ファイルやフォルダーをこのページのどこにでもドロップしてください
portal-drop-now = 離すと追加されます
portal-choose-files = ファイルを選択
portal-choose-folder = フォルダーを選択
portal-limit-count = { $count ->
   *[other] { $count } 個まで
}
portal-limit-file = 1 ファイルあたり { $size } まで
portal-limit-total = 合計 { $size } まで
portal-limit-types = 使用できる形式：{ $types }
portal-limit-types-not = 使用できない形式：{ $types }
portal-reading = フォルダーを読み込んでいます…
portal-system-files = { $count ->
   *[other] システムファイル { $count } 個をスキップしました。
}

portal-files = ファイル
portal-file-list = ファイルの一覧
portal-file-count = { $count ->
    [0] ファイルはまだありません
   *[other] { $count } 個のファイル
}
portal-empty-folder = 空のフォルダー
portal-bytes = { $count } バイト
portal-action-for = { $action }：{ $name }
portal-progress-of = { $name } の進行状況
portal-retry = 再試行
portal-start-again = このファイルを最初から送信
portal-pause = 一時停止
portal-resume = 再開
portal-retry-failed = 失敗したファイルをすべて再試行
portal-finish-without = { $count ->
   *[other] この { $count } 個を除いて完了
}
portal-remove-refused = { $count ->
   *[other] 拒否された { $count } 個のファイルを削除
}
portal-and-more = { $count ->
   *[other] ほか { $count } 個
}

portal-sender = あなたのメールアドレス
portal-sender-help = このアドレスに受領通知を送信します。
portal-sender-help-plain = 誰が送信したかを受信者に知らせます。
portal-remember = この端末にメールアドレスを保存する
portal-name = パッケージ名
portal-name-help = この名前が受信者に表示されます。
portal-name-format = 形式：{ $format }
portal-description = 受信者へのメッセージ
portal-optional = （任意）
portal-readonly = （読み取り専用）
portal-choose-option = 選択してください
portal-mistake-required = 必須項目です
portal-mistake-email = name@example.org のような完全なメールアドレスを入力してください。
portal-mistake-url = https://example.org のような完全なウェブアドレスを入力してください。
portal-mistake-number = 数値を入力してください。
portal-mistakes = { $count ->
   *[other] { $count } 個の項目を確認してください。
}
portal-terms = 利用規約
portal-terms-accept = この利用規約に同意します。
portal-terms-missing = ファイルを送信するには、利用規約に同意してください。
portal-terms-read = 全文を読む（新しいタブで開きます）

portal-nothing-chosen = 送信するファイルを 1 つ以上選択してください。
portal-ready = { $count ->
   *[other] { $count } 個のファイル、{ $size }
}
portal-send = 送信
portal-starting = 開始しています…

portal-phase-sending = { $name } を送信中
portal-phase-paused = 一時停止中：{ $name }
portal-phase-pausing = { $name } を一時停止しています…
portal-phase-attention = 操作が必要です：{ $name }
portal-phase-finishing = { $name } を完了しています
portal-phase-failed = { $name } を送信できませんでした
portal-phase-cancelled = キャンセルしました：{ $name }
portal-phase-elsewhere = { $name } は別のタブで送信中です
portal-keep-open = すべてのファイルが送信されるまで、このページを開いたままにしてください。
portal-progress = { $count ->
   *[other] { $count } 個中 { $done } 個、{ $total } 中 { $sent }
}
portal-progress-whole = アップロード全体の進行状況
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
portal-cancel = アップロードをキャンセル
portal-cancel-sure = このアップロードをキャンセルしますか？これまでに送信したファイルはすべて削除されます。
portal-cancel-yes = 送信済みのファイルを削除
portal-cancel-no = アップロードを続行
portal-begin-anew = 新しいアップロードを開始

portal-waiting-offline = オフラインです。アップロードは自動的に再開します。データは失われていません。
portal-waiting-network = ネットワークを待っています。アップロードは自動的に再開します。データは失われていません。
portal-waiting-storage = ストレージが応答しません。アップロードは自動的に再開します。データは失われていません。
portal-waiting-busy = サーバーが混み合っています。アップロードは自動的に再開します。データは失われていません。
portal-waiting-again = { $seconds } 秒後に再試行します。

portal-attention-failed = { $count ->
   *[other] { $count } 個のファイルを送信できませんでした。一覧をご覧ください。
}
portal-attention-missing = { $count ->
   *[other] { $count } 個のファイルをもう一度選択してください。
}
portal-attention-paused = { $count ->
   *[other] { $count } 個のファイルが一時停止中です。
}

portal-state-waiting = 待機中
portal-state-sending = 送信中、{ $percent }
portal-state-done = 送信済み
portal-state-paused = 一時停止中
portal-state-missing = このファイルをもう一度選択してください
portal-fault-type = 拒否：この種類のファイルは許可されていません。
portal-fault-size = 拒否：ファイルが大きすぎます。
portal-fault-count = 拒否：ファイルが多すぎます。先に別のファイルを削除してください。
portal-fault-total = 拒否：合計サイズが大きくなりすぎます。
portal-fault-name = 拒否：この名前は許可されていません。名前を変更して追加し直してください。
portal-fault-duplicate = 拒否：同じ名前のファイルがすでに一覧にあります。
portal-fault-changed = ファイルが変更されました。現在の内容を送信するには、最初から送信するか、もう一度選択してください。
portal-fault-unreadable = ファイルを読み取れません。移動されたか、ドライブが取り外された可能性があります。もう一度選択してください。
portal-fault-checksum = ファイルが転送中に何度も破損しました。再試行してください。解決しない場合は、別のネットワークをお試しください。
portal-fault-etag-hidden = ストレージの設定に誤りがあります。CORS 規則で ETag を公開する必要があります。管理者にお知らせください。データは失われていません。
portal-fault-storage = ストレージがこのファイルを拒否しました（{ $reason }）。再試行するか、受信者にお問い合わせください。
portal-fault-refused = サーバーがこのファイルを拒否しました：{ $reason }
portal-fault-package-gone = このアップロードは続行できません：{ $reason }
portal-fault-package-gone-plain = このアップロードは続行できません。終了したか、削除されました。

portal-unfinished = アップロード「{ $name }」は { $percent } 完了しています。再開しますか？
portal-unfinished-safe = 送信済みのファイルは残っています。残りを送信するには、同じファイルをもう一度選択してください。
portal-unfinished-elsewhere = このブラウザーの別のタブが送信中です。
portal-unfinished-continue = 再開
portal-unfinished-watch = 進行状況を表示
portal-unfinished-new = 新しいアップロードを開始
portal-unfinished-forget = このアップロードを削除
portal-unfinished-forget-help = これまでにアップロードした内容を削除します。
portal-pick-again = { $count ->
   *[other] 同じ { $count } 個のファイル、またはそのフォルダーをもう一度選択またはドロップしてください。送信済みの部分は再送信されません。
}
portal-unmatched = { $count ->
   *[other] 選択したファイルのうち { $count } 個は、このアップロードに含まれないためスキップしました。
}

portal-done = すべてのファイルを送信しました
portal-done-title = 送信済み – { $name }
portal-done-words = { $name } がファイルを受け取りました。このページは閉じてかまいません。
portal-finished-at = 完了日時
portal-receipt = 受領通知を { $address } に送信しました。
portal-receipt-somewhere = 入力されたメールアドレスに受領通知を送信しました。
portal-no-receipt = 受領通知メールは送信されません。証明が必要な場合は、この一覧を保存してください。
portal-send-more = さらにファイルを送信
