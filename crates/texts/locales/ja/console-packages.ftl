# Packages: lists, one package, and sending from the browser.

packages-sent = 送信済み
packages-received = 受信済み
packages-one = パッケージ
packages-name = 名前
packages-state = 状態
packages-state-new = アップロード中
packages-state-finalized = 準備完了
packages-state-expired = 期限切れ
packages-state-archived = アーカイブ済み
packages-virus = ウイルス検出
packages-sender = 送信者
packages-recipients = 受信者
packages-recipient = 受信者
packages-portal = ポータル
packages-size = サイズ
packages-files = ファイル
packages-created = 作成日
packages-expiry = 利用期限
packages-no-expiry = 無期限
packages-usage = ダウンロード量
packages-tag = タグ
packages-space = チームスペース
packages-search = 名前で検索
packages-filters = 絞り込み
packages-filters-set = 絞り込み（{ $count }）
packages-filters-clear = 絞り込みを解除
packages-any = すべて
packages-created-from = 作成日（から）
packages-created-to = 作成日（まで）
packages-expiry-from = 期限（から）
packages-expiry-to = 期限（まで）
packages-extra = 無料日数を超える保管
packages-extra-yes = はい
packages-extra-no = いいえ
packages-day-needed = 日付を選んでください。
packages-none-found = 該当するパッケージがありません
packages-none-found-help = 絞り込みを減らすか、状態でアーカイブを選んでください。
packages-none-sent = 送信したパッケージはまだありません
packages-none-sent-help = パッケージは送信するファイルのまとまりです。どんな大きさのファイルやフォルダーでも、メッセージと受信者ごとのリンクを付けて送れます。
packages-none-received = 受信したものはまだありません
packages-none-received-help = ほかの人がポータルから送ったものがここに届きます。
packages-to-portals = ポータルへ

packages-period = 期間でアーカイブ
packages-period-help = ある期間に期限が切れたすべてのパッケージが対象です。何も削除されません。
packages-period-way = 操作
packages-period-archive = 期限切れのパッケージをアーカイブする
packages-period-unarchive = アーカイブから戻す
packages-bulk-archive = アーカイブ
packages-bulk-archive-title = { $count ->
   *[other] { $count } 件のパッケージをアーカイブしますか？
}
packages-bulk-archive-body = { $others ->
    [0] アーカイブしたパッケージは一覧に表示されなくなり、いつでも戻せます。
   *[other] アーカイブしたパッケージは一覧に表示されなくなり、いつでも戻せます。選択したうち { $others } 件は期限が切れていないため、そのまま残ります。
}
packages-bulk-archive-done = { $done ->
   *[other] { $done } 件のパッケージをアーカイブしました。
}
packages-bulk-unarchive = アーカイブから戻す
packages-bulk-unarchive-title = { $count ->
   *[other] { $count } 件のパッケージをアーカイブから戻しますか？
}
packages-bulk-unarchive-body = { $others ->
    [0] 期限切れのパッケージの一覧に再び表示されます。
   *[other] 期限切れのパッケージの一覧に再び表示されます。選択したうち { $others } 件はアーカイブされていないため、そのまま残ります。
}
packages-bulk-unarchive-done = { $done ->
   *[other] { $done } 件のパッケージをアーカイブから戻しました。
}
packages-bulk-delete = 削除
packages-bulk-delete-title = { $count ->
   *[other] { $count } 件のパッケージを削除しますか？
}
packages-bulk-delete-body = { $others ->
    [0] すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が消えるまでは、Owner または Admin が復元できます。名前は期限切れとして一覧に残ります。
   *[other] すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が消えるまでは、Owner または Admin が復元できます。選択したうち { $others } 件はすでに期限切れのため、そのまま残ります。
}
packages-bulk-delete-done = { $done ->
   *[other] { $done } 件のパッケージを削除しました。
}
packages-delete-title = このパッケージを削除しますか？
packages-delete-body = すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が消えるまでは、Owner または Admin が復元できます。
packages-restore = 復元
packages-restored = パッケージを復元しました。
packages-restorable-until = 復元できる期限

packages-manage = 管理
packages-rename = 名前を変更
packages-renamed = 名前を変更しました。
packages-change-tag = タグを変更
packages-tag-help = タグを選ぶか、新しいタグを入力してください。空にするとタグなしになります。
packages-tag-changed = タグを変更しました。
packages-change-expiry = 期限を変更
packages-expiry-changed = 期限を変更しました。
packages-expiry-past = 将来の日時を選んでください。
packages-keep = 保管期間
packages-keep-until = 日時まで
packages-keep-always = 無期限
packages-keep-always-help = 無料日数を超える保管には料金がかかることがあります。
packages-facts = 詳細
packages-set = 設定済み
packages-last-download = 最後のダウンロード
packages-id = ID

packages-files-gone = このパッケージのファイルは削除されました。名前、受信者、履歴は残ります。
packages-files-more = さらにファイルを読み込む
packages-files-search = ファイルを検索
packages-rows-more = さらに表示（残り { $count } 件）
packages-no-files = ファイルはありません
packages-file-name = 名前
packages-file-state = 状態
packages-file-modified = 更新日
packages-file-uploading = アップロード中
packages-file-complete = 完了
packages-scan-clean = ウイルスなし
packages-scan-pending = 検査中
packages-folder = フォルダー
packages-folder-top = すべてのファイル
packages-download = ダウンロード
packages-download-named = { $name } をダウンロード
packages-download-all = すべてダウンロード
packages-zip-preparing = zip を準備しています
packages-infected-title = ウイルスが見つかりました
packages-infected-body = 「{ $name }」にはウイルスが含まれています。十分に理解している場合にのみダウンロードしてください。
packages-infected-action = それでもダウンロードする

packages-answers = フォームの回答

packages-links = リンク
packages-no-links = リンクはまだありません。リンクを持っている人は、アカウントなしでパッケージをダウンロードできます。
packages-link-create = 新しいリンク
packages-link-way = 渡す相手
packages-link-way-open = 自分で渡すリンク
packages-link-way-open-help = ご自身で送ってください。
packages-link-way-mail = 受信者にメールで送る
packages-link-way-mail-help = こちらからリンクをメールします。ほかの人には表示されません。
packages-link-make = リンクを作成
packages-link-mail = リンクを送信
packages-link-mailed = { $email } にリンクを送信しています。
packages-link-later = パッケージの準備ができると、{ $email } にリンクが届きます。
packages-link-address = リンク
packages-email-needed = メールアドレスを入力してください。
packages-link-password = パスワード
packages-link-password-help = ダウンロードの前に求められます。リンクとは別の方法で伝えてください。
packages-link-password-default = 空のままにすると、パッケージのパスワードを使います。
packages-link-limit = リンクごとのダウンロード回数
packages-link-limit-help = この回数に達するとリンクはロックされます。空の場合はパッケージの設定に従います。
packages-link-expiry = リンクの期限
packages-link-expiry-help = 空の場合はパッケージと同じです。
packages-link-on = すぐに使えるようにする
packages-link-on-help = オフにすると、リンクは作成されますが何も開けません。
packages-link-open = 受信者なしのリンク
packages-link-active = 有効
packages-link-off = 無効
packages-link-expired = 期限切れ
packages-link-show = リンクを表示
packages-link-switch-off = 無効にする
packages-link-switched-off = リンクを無効にしました。
packages-link-limited = { $count ->
   *[other] ダウンロード { $count } 回まで
}
packages-link-with-password = パスワードあり
packages-link-until = { $time } まで
packages-link-unused = 未使用
packages-link-used = 最終使用 { $time }

packages-transfers = 転送
packages-no-transfers = クラウド接続との転送はありません。
packages-transfer-start = 転送を開始
packages-transfer-connection = クラウド接続
packages-transfer-choose = 接続を選択
packages-transfer-none = 送信先の接続がありません。「クラウド接続」で作成してください。
packages-transfer-to = { $name } へ
packages-transfer-from = { $name } から
packages-transfer-pending = 待機中
packages-transfer-transferring = 転送中
packages-transfer-complete = 完了
packages-transfer-error = 失敗

packages-timeline = タイムライン
packages-timeline-created = { $has_actor ->
    [yes] { $actor } が作成
   *[no] 作成
}
packages-timeline-form = フォーム「{ $title }」に回答
packages-timeline-finalized = { $count ->
    [0] 送信を完了
   *[other] { $count } 個のファイルの送信を完了
}
packages-timeline-scan = ウイルス検査
packages-timeline-scan-pending = { $count ->
   *[other] { $count } 個のファイルがウイルス検査を待機中
}
packages-timeline-scan-clean = { $count ->
   *[other] { $count } 個のファイルを検査、ウイルスなし
}
packages-timeline-scan-not-scanned = { $count ->
   *[other] { $count } 個のファイルは未検査
}
packages-timeline-scan-infected = { $title } でウイルスを検出
packages-scan-reason-off = 検査は無効になっています。
packages-scan-reason-too-large = ファイルが大きすぎて検査できません。
packages-scan-reason-timeout = 検査に時間がかかりすぎました。
packages-timeline-mail = { $actor } へのメール
packages-timeline-mail-waiting = { $actor } へのメールは送信待ち
packages-timeline-mail-sent = { $actor } にメールを送信
packages-timeline-mail-kept = { $actor } へのメールを送信トレイに保管
packages-timeline-mail-failed = { $actor } へのメール送信に失敗
packages-timeline-mail-cancelled = { $actor } へのメールを取り消し
packages-timeline-transfer = 転送：{ $title }
packages-timeline-transfer-pending = 転送待ち：{ $title }
packages-timeline-transfer-transferring = 転送中：{ $title }
packages-timeline-transfer-complete = 転送完了：{ $title }
packages-timeline-transfer-error = 転送失敗：{ $title }
packages-timeline-webhook = Webhook「{ $title }」：{ $detail }
packages-timeline-webhook-exhausted = Webhook「{ $title }」を配信できませんでした
packages-timeline-link = リンク
packages-timeline-link-created = { $has_actor ->
    [yes] { $actor } 用のリンクを作成
   *[no] リンクを作成
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] { $actor } のリンクを無効化
   *[no] リンクを無効化
}
packages-timeline-link-locked = { $has_actor ->
    [yes] { $actor } のリンクがロック：ダウンロード回数の上限に到達
   *[no] リンクがロック：ダウンロード回数の上限に到達
}
packages-timeline-download = { $has_actor ->
    [yes] { $actor } がダウンロード
   *[no] ダウンロード
}
packages-timeline-download-complete = { $has_actor ->
    [yes] { $actor } のダウンロードが完了
   *[no] ダウンロードが完了
}
packages-timeline-changed = 変更
packages-timeline-changed-details = { $has_actor ->
    [yes] { $actor } が名前またはタグを変更
   *[no] 名前またはタグを変更
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] { $actor } が期限を変更
   *[no] 期限を変更
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] { $actor } が復元
   *[no] 復元
}
packages-timeline-expired = 期限切れ、ファイルを削除
packages-timeline-expired-deleted = { $has_actor ->
    [yes] { $actor } が削除
   *[no] 削除
}
packages-timeline-archived = アーカイブ
packages-timeline-archived-unarchived = アーカイブから戻した

packages-uploading = このパッケージはアップロード中です
packages-uploading-unknown = 送信者からの情報を待っています。ファイルは届き次第表示されます。
packages-uploading-done = { $percent } · { $bytes } / { $total } · { $files } / { $all } ファイル

home-welcome = ようこそ、{ $name } さん
home-steps = 最初のステップ
home-step-send = 最初のパッケージを送信する
home-step-send-help = どんな大きさのファイルやフォルダーでも、受信者ごとのリンクで送れます。
home-step-portal = ポータルを作成する
home-step-portal-help = ほかの人がアカウントなしでファイルを送れるページです。
home-step-portal-action = ポータルへ
home-step-member = 同僚を招待する
home-step-member-help = それぞれの役割で、できることが決まります。
home-step-member-action = メンバーへ
home-step-done = 完了
home-recent-sent = 最近の送信
home-recent-received = 最近の受信
home-all = すべて表示
home-nothing = まだありません。

send-title = ファイルを送信
send-files = ファイル
send-drop = このページのどこにでもファイルやフォルダーをドロップするか、貼り付けてください。
send-choose-files = ファイルを選択
send-choose-folder = フォルダーを選択
send-drop-here = ドロップして追加
send-reading = フォルダーを読み込んでいます
send-left-out = { $count ->
   *[other] システムファイル { $count } 個を除外しました
}
send-list = 送信するファイル
send-list-total = { $files ->
   *[other] { $files } ファイル、{ $size }
}
send-remove-named = { $name } を取り除く
send-remove-refused = 拒否されたものをすべて取り除く
send-details = 詳細
send-name = パッケージの名前
send-name-help = 空の場合は、最初のファイルまたはフォルダーの名前になります。
send-recipients = 受信者
send-recipients-help = メールアドレスです。空のままにすると、ご自身で渡すリンクを作成できます。
send-message = メッセージ
send-password = パスワード
send-password-help = ダウンロードの前に求められます。リンクとは別の方法で伝えてください。
send-limit = リンクごとのダウンロード回数
send-limit-help = 空の場合はチームの設定に従います。
send-keep = 保管期間
send-keep-default = チームの設定どおり（{ $days } 日）
send-tag = タグ
send-space = チームスペース
send-space-none = なし
send-more = その他のオプション
send-action = 送信
send-files-needed = 先にファイルを追加してください。
send-state-listed = 送信できます
send-state-waiting = 待機中
send-state-sending = { $percent }
send-state-done = 送信済み
send-state-paused = 一時停止中
send-state-failed = 失敗
send-state-missing = このファイルをもう一度選んでください
send-state-refused = 拒否
send-fault-type = この種類のファイルは許可されていません。
send-fault-size = ファイルが大きすぎます。
send-fault-count = ファイルが多すぎます。
send-fault-total = パッケージが大きくなりすぎます。
send-fault-name = この名前は許可されていません。
send-fault-duplicate = すでに一覧にあります。
send-fault-changed = 選択後にファイルが変更されました。取り除いてからもう一度追加してください。
send-fault-unreadable = ファイルを読み取れません。ディスクは接続されていますか？
send-fault-checksum = 送信した内容と異なるものが何度も届きました。もう一度お試しください。
send-fault-etag-hidden = ストレージが必要な情報をページに公開していません。管理者に、CORS 規則で ETag を公開するようお伝えください。
send-fault-storage = ストレージがファイルを拒否しました。
send-fault-refused = サーバーがファイルを拒否しました。
send-fault-package-gone = パッケージがなくなったか、閉じられています。
send-retry = 再試行
send-retry-all = 失敗したものをすべて再試行
send-give-up-failed = 失敗したものを除いて完了する
send-pause = 一時停止
send-resume = 続ける
send-cancel = 中止
send-cancel-title = このアップロードを中止しますか？
send-cancel-body = これまでに送信した分はサーバーから削除されます。お手元のファイルはそのままです。
send-cancel-action = アップロードを中止
send-progress = アップロードの進行状況
send-progress-files = { $done } / { $files } ファイル
send-progress-bytes = { $sent } / { $total }
send-progress-speed = 毎秒 { $size }
send-left = 残り約 { $time }
send-left-soon = 残り 1 分未満
send-starting = 開始しています
send-sending = { $name } を送信中
send-paused = 一時停止中
send-pausing = 一時停止しています…
send-list-cut-off = ファイルの一覧をすべて保存する前に、このページが閉じられました。すべてのファイルをもう一度追加してください。すでに届いたファイルは再送信されません。その後、アップロードを完了してください。
send-list-complete = 一覧は揃っています: 完了する
send-attention = 確認が必要です
send-finishing = 仕上げています
send-elsewhere = 別のタブがこのパッケージを送信しています。
send-failed = アップロードを完了できませんでした
send-cancelled = アップロードを中止しました。
send-waiting-offline = ネットワークがありません。復旧すると自動的に続行します。
send-waiting-network = サーバーが応答しません。{ $seconds } 秒後に再試行します。
send-waiting-storage = ストレージが応答しません。{ $seconds } 秒後に再試行します。
send-waiting-busy = サーバーの要求により { $seconds } 秒待機します。
send-keep-open = すべて送信されるまでこのページを開いたままにしてください。その間、コンソールのほかの部分は使えます。
send-announce = { $percent } 送信済み
send-done = 送信しました
send-done-mailed = { $count ->
   *[other] { $count } 人の受信者にリンク付きのメールが届きます。
}
send-done-link = メールは送られていません。リンクを作成して渡してください。
send-done-facts = 「{ $name }」：{ $files }、{ $size }
send-show-package = パッケージを表示
send-again = さらに送信
send-expiry-failed = パッケージは送信されましたが、期限を変更できませんでした。パッケージのページで変更してください。
send-unfinished = アップロード「{ $name }」は { $percent } 完了しています。続けますか？
send-unfinished-elsewhere = 「{ $name }」は別のタブで送信中です。
send-unfinished-continue = 続ける
send-unfinished-replaces = いま選択したファイルは、そのアップロードには含まれません。一覧から削除されます。
send-unfinished-forget = このアップロードを破棄
send-unfinished-pick = 同じファイルをもう一度選ぶか、ここにドロップしてください。送信済みの分は再送されません。
send-running = 送信中：{ $percent }
